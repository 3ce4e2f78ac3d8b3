"""Figures for Prometheus: every worker writes its row, and all together are the answer."""

import urllib.request

import pytest

from offleash.tools.errors import OffleashError
from offleash.web.metrics import MEDIA_TYPE, METRICS, Metrics, create_file, serve_metrics
from tests.tables.postgresql import free_port


def numbers(text: str) -> dict[str, float]:
    """The figures by name and label, as Prometheus reads them."""
    lines = [line for line in text.splitlines() if not line.startswith("#")]
    return {name: float(value) for name, _, value in (line.rpartition(" ") for line in lines)}


def test_every_metric_has_its_type_and_starts_at_zero():
    text = Metrics().text()
    for metric in METRICS:
        assert f"# TYPE offleash_{metric.name} {metric.kind}\n" in text
    assert set(numbers(text).values()) == {0.0}


def test_workers_add_up_and_a_restarted_one_goes_on(tmp_path):
    file = tmp_path / "metrics"
    create_file(file, 2)
    workers = [Metrics(str(file), number) for number in range(2)]
    for metrics in workers:
        metrics.count("moves_total", "person", 3)
        metrics.set_gauge("pages", 5)
    again = Metrics(str(file), 1)
    again.count("moves_total", "bot")
    figures = numbers(workers[0].text())
    assert figures['offleash_moves_total{by="person"}'] == 6
    assert figures['offleash_moves_total{by="bot"}'] == 1
    assert figures["offleash_pages"] == 5  # the second worker has none yet


def test_a_histogram_counts_up_to_each_limit():
    metrics = Metrics()
    for seconds in (0.005, 0.006, 0.4, 100.0):
        metrics.observe("move_seconds", seconds)
    figures = numbers(metrics.text())
    buckets = {limit: figures[f'offleash_move_seconds_bucket{{le="{limit}"}}'] for limit in LIMITS}
    assert buckets == {"0.005": 1, "0.02": 2, "0.3": 2, "0.5": 3, "10": 3, "+Inf": 4}
    assert figures["offleash_move_seconds_count"] == 4
    assert figures["offleash_move_seconds_sum"] == pytest.approx(100.411)


LIMITS = ("0.005", "0.02", "0.3", "0.5", "10", "+Inf")


def test_a_port_of_their_own(tmp_path):
    file = tmp_path / "metrics"
    create_file(file, 1)
    Metrics(str(file), 0).count("moves_total", "bot")
    address = f"127.0.0.1:{free_port()}"
    with serve_metrics(address, str(file)):
        with urllib.request.urlopen(f"http://{address}/metrics") as answer:
            assert answer.headers["content-type"] == MEDIA_TYPE
            assert numbers(answer.read().decode())['offleash_moves_total{by="bot"}'] == 1
        with pytest.raises(OffleashError, match="can't be used"), serve_metrics(address, str(file)):
            pass


@pytest.mark.parametrize("address", ["9380", "127.0.0.1:", ":9380", "127.0.0.1:http"])
def test_a_wrong_address_is_an_error(tmp_path, address):
    with pytest.raises(OffleashError, match="--metrics must be like"), serve_metrics(address, ""):
        pass
