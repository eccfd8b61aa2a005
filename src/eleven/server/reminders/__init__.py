"""Reminders that it is somebody's turn, by Web Push and e-mail, each off until it is chosen.

`awaited_turns` says from a table alone whose turn it is. `reminder_timer` waits until they have been away for a while
and puts a row into the store, once per turn, whichever processes want to. `outbox` and `delivery` send what is due:
`mail` by SMTP, `push` to push services, whose addresses `endpoints` checks; `wording` is what they say. `preferences`
are what people have chosen, through `routes` and `mail_pages`.
"""
