"""Metrics in Prometheus' format: counts and times of one process, nothing about games."""

from collections.abc import Callable
from typing import TYPE_CHECKING

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

if TYPE_CHECKING:
    from fastapi import FastAPI

    from eleven.server.live.tables import Tables

LATENCY_BUCKETS = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0, 2.0, 5.0)


class Metrics:
    """The metrics of one server; gauges are read when somebody asks."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.move_seconds = Histogram(
            "eleven_move_seconds",
            "From a decision's arrival at its table until it is durable; its count is the number of decisions.",
            buckets=LATENCY_BUCKETS,
            registry=self.registry,
        )
        self.refused = Counter(
            "eleven_moves_refused", "Decisions that were not legal, too late or not stored.", registry=self.registry
        )

    def add_gauge(self, name: str, about: str, value: Callable[[], float]) -> None:
        """Add a gauge that is read by calling `value`."""
        Gauge(f"eleven_{name}", about, registry=self.registry).set_function(value)

    def text(self) -> bytes:
        """All metrics, in Prometheus' text format."""
        return generate_latest(self.registry)


def register_gauges(app: "FastAPI", tables: "Tables") -> None:
    """Register the gauges that are read when somebody asks for them."""
    gauge = tables.metrics.add_gauge
    gauge("tables", "Tables in memory.", lambda: len(tables.in_memory))
    gauge("sockets", "Open sockets at tables.", lambda: sum(app.state.connections.values()))
    gauge("bots_waiting", "Bots that wait for a process to think in.", lambda: tables.bots.waiting)
    gauge("store_lag_seconds", "How long the batch that is being written is under way.", lambda: tables.store.lag)
    gauge("store_commits", "Batches written since the start.", lambda: tables.store.commits)
    gauge("started_seconds", "When this process was started, in seconds since 1970.", lambda: tables.started)
