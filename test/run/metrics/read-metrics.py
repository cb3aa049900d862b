"""Reads a text from stdin as OpenMetrics and as the text format of Prometheus, and prints the samples of both."""
import json
import sys

from prometheus_client.openmetrics.parser import text_string_to_metric_families as openmetrics
from prometheus_client.parser import text_string_to_metric_families as prometheus

text = sys.stdin.read()


def samples(families):
    return [
        {"name": sample.name, "type": family.type, "labels": sample.labels, "value": sample.value}
        for family in families
        for sample in family.samples
    ]


print(json.dumps([samples(openmetrics(text)), samples(prometheus(text))]))
