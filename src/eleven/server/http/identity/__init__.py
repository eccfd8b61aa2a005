"""Who is asking: cookies, links, tokens, passkeys, and the key that signs them."""
