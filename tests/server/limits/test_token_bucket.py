"""Rate limits: what they allow, and that forgetting old clients costs the same however many there are."""

import pytest

from eleven.server.limits import token_bucket
from eleven.server.limits.token_bucket import DROPPED_AT_ONCE, TokenBuckets


class Clock:
    """The time, which a test sets."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    found = Clock()
    monkeypatch.setattr(token_bucket, "time", found)
    return found


def test_a_client_may_do_a_burst_at_once_and_then_so_many_a_second(clock: Clock) -> None:
    buckets = TokenBuckets(2.0, 3)
    assert [buckets.take("ann") for _ in range(4)] == [True, True, True, False]
    assert buckets.take("ben")
    clock.now += 0.5
    assert [buckets.take("ann") for _ in range(2)] == [True, False]
    clock.now += 100.0
    assert [buckets.take("ann") for _ in range(4)] == [True, True, True, False]


def test_processes_share_a_limit(clock: Clock) -> None:
    buckets = TokenBuckets(1.0, 4, lambda: 2)
    assert [buckets.take("ann") for _ in range(3)] == [True, True, False]


def test_a_crowd_of_clients_is_forgotten_a_few_at_a_time(clock: Clock) -> None:
    buckets = TokenBuckets(1.0, 5)
    for number in range(1000):
        buckets.take(f"client {number}")
    clock.now += 2.0
    assert [buckets.take("client 0") for _ in range(5)] == [True, True, True, True, True]
    assert not buckets.take("client 0"), "nobody is forgotten who could do more for it"
    assert len(buckets._of) == 1000
    clock.now += 4.0
    for _ in range(1000):
        before = len(buckets._of)
        buckets.take("client 0")
        assert len(buckets._of) >= before - DROPPED_AT_ONCE
    assert len(buckets._of) == 1


def test_new_clients_do_not_pile_up(clock: Clock) -> None:
    """More are forgotten than come, as soon as their time is over."""
    buckets = TokenBuckets(10.0, 10)
    for number in range(20_000):
        clock.now += 0.01
        buckets.take(f"client {number}")
    assert len(buckets._of) <= 102
