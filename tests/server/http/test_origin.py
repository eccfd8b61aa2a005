"""Where requests come from: addresses, the networks that limits count, and origins."""

import pytest
from starlette.datastructures import Headers

from eleven.core.text.errors import Mistake
from eleven.server.http.origin import address, addresses_on_the_way, network_of, same_origin, trusted_proxies
from eleven.server.limits.connection_limits import ConnectionCounter
from eleven.server.settings import Settings


def network(where: str) -> str:
    return network_of({"client": (where, 1)})


def test_addresses_of_one_household_count_as_one_client() -> None:
    assert network("192.0.2.7") == "192.0.2.7"
    assert network("2001:db8::1") == network("2001:db8::ffff:1:2:3") == "2001:db8::/64"
    assert network("2001:db8:0:1::1") != network("2001:db8::1")
    assert network_of({"client": None}) == ""


def test_addresses_of_a_local_network_count_one_by_one() -> None:
    assert len({network(f"{prefix}::{number}") for prefix in ("fe80", "fd12:3456") for number in (1, 2)}) == 4
    assert network("fe80::1%eth0") == "fe80::1%eth0"


def test_an_ipv4_address_in_ipv6_notation_is_that_address() -> None:
    """All of them would otherwise count as one network."""
    assert address({"client": ("::ffff:192.0.2.7", 1)}) == "192.0.2.7"
    assert network("::ffff:192.0.2.7") == network("::ffff:c000:207") == "192.0.2.7"
    assert network("::ffff:192.0.2.8") != network("192.0.2.7")
    assert address({"client": ("64:ff9b::192.0.2.7", 1)}) == network("64:ff9b::c000:207") == "192.0.2.7"
    assert network("64:ff9b:1::c000:207") == "64:ff9b:1::/64"


@pytest.mark.parametrize("where", ["unknown", "[2001:db8::1]:443", "192.0.2.7:80", "::ffff:1:2:3:4:5:6:7:8", "a:b"])
def test_what_a_proxy_may_say_instead_of_an_address_is_taken_as_it_is(where: str) -> None:
    assert network(where) == where


def test_connections_from_one_ipv6_network_are_counted_together() -> None:
    here = ConnectionCounter(Settings(connections=10, connections_per_network=2))
    assert [here.enter(f"2001:db8::{number}") for number in range(3)] == [True, True, False]
    assert here.enter("2001:db8:0:1::1")
    for number in range(3):
        here.leave(f"2001:db8::{number}")
    assert here.by_network == {"2001:db8:0:1::/64": 1}


def test_origins_are_compared_without_regard_to_case() -> None:
    assert same_origin(Headers({"origin": "http://Table.LAN:1111", "host": "table.lan:1111"}))
    assert not same_origin(Headers({"origin": "http://table.lan", "host": "table.lan:1111"}))


def test_addresses_on_the_way_are_the_peer_and_all_that_are_forwarded() -> None:
    headers = [(b"x-forwarded-for", b"10.1.2.3,, 8.8.8.8"), (b"x-forwarded-for", b"::ffff:10.0.0.9")]
    scope = {"type": "http", "client": ("127.0.0.1", 1), "headers": headers}
    assert addresses_on_the_way(scope) == ["127.0.0.1", "10.1.2.3", "8.8.8.8", "10.0.0.9"]


def test_trusted_proxies_are_addresses_and_networks() -> None:
    assert trusted_proxies(()) == ["127.0.0.1", "::1"]
    assert trusted_proxies(("10.0.0.7", "10.1.0.0/16", "FD00:0::1"))[2:] == ["10.0.0.7", "10.1.0.0/16", "fd00::1"]


@pytest.mark.parametrize("named", ["*", "nginx", "10.0.0.1/24", "10.0.0.7:80", ""])
def test_what_is_no_address_of_a_proxy_is_refused(named: str) -> None:
    with pytest.raises(Mistake, match="--trusted-proxy takes an address such as"):
        trusted_proxies((named,))
