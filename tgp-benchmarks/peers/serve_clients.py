"""Asks a running `tgp serve` with the clients that people have: MLflow's scoring client and Triton's client of the
Open Inference Protocol, and compares their answers with those of the server's own requests.

  ./tgp serve houses.tgp --port 8080 &
  python -m venv .venv/serve && .venv/serve/bin/pip install mlflow-skinny pandas scipy 'tritonclient[http]' requests
  .venv/serve/bin/python tgp-benchmarks/peers/serve_clients.py http://127.0.0.1:8080 houses
"""
import sys
from urllib.parse import urlparse

import numpy as np
import pandas as pd
import requests
import tritonclient.http as triton
from mlflow.pyfunc.scoring_server.client import ScoringServerClient


def rows_of(model, count):
    """Some rows within the model's ranges, a missing value in each column once."""
    rows = []
    for i in range(count):
        row = {}
        for k, column in enumerate(model["inputs"]):
            if i == k + 1:
                row[column["name"]] = None
            elif column["type"] == "number":
                row[column["name"]] = column["min"] + (column["max"] - column["min"]) * i / (count - 1)
            elif column["type"] == "category":
                row[column["name"]] = column["levels"][i % len(column["levels"])]
            else:
                row[column["name"]] = column["min"]
        rows.append(row)
    return rows


def own(url, name, rows):
    answer = requests.post(f"{url}/v1/models/{name}/predict", json={"rows": rows}).json()
    return np.array([p["mean"] for p in answer["predictions"]])


def mlflow(url, name, rows):
    at = urlparse(url)
    client = ScoringServerClient(at.hostname, at.port)
    client.wait_server_ready(timeout=10)
    answer = client.invoke(pd.DataFrame(rows)).get_predictions()
    return answer["mean"].to_numpy()


def open_inference(url, name, rows, model, binary):
    client = triton.InferenceServerClient(urlparse(url).netloc)
    assert client.is_server_live() and client.is_server_ready() and client.is_model_ready(name)
    told = client.get_model_metadata(name)
    types = {tensor["name"]: tensor["datatype"] for tensor in told["inputs"]}
    inputs = []
    for column in model["inputs"]:
        values = [row[column["name"]] for row in rows]
        tensor = triton.InferInput(column["name"], [len(rows)], types[column["name"]])
        if types[column["name"]] == "BYTES":
            texts = ["" if value is None else str(value) for value in values]
            tensor.set_data_from_numpy(np.array(texts, dtype=object), binary_data=binary)
        else:
            numbers = [np.nan if value is None else value for value in values]
            if binary:
                tensor.set_data_from_numpy(np.array(numbers, dtype=np.float64))
            else:  # JSON has no NaN: the client is told of missing values as null
                tensor.set_data_from_numpy(np.zeros(len(rows)), binary_data=False)
                tensor._data = values
        inputs.append(tensor)
    answer = client.infer(name, inputs, outputs=[triton.InferRequestedOutput("mean"), triton.InferRequestedOutput("quantile_0.9")])
    assert answer.as_numpy("quantile_0.9").shape == (len(rows),)
    return answer.as_numpy("mean")


def main():
    url, name = sys.argv[1], sys.argv[2]
    model = requests.get(f"{url}/v1/models/{name}").json()
    rows = rows_of(model, 12)
    expected = own(url, name, rows)
    for client, answer in {
        "MLflow's scoring client": mlflow(url, name, rows),
        "Open Inference Protocol, bytes": open_inference(url, name, rows, model, True),
        "Open Inference Protocol, JSON": open_inference(url, name, rows, model, False),
    }.items():
        np.testing.assert_allclose(answer, expected, rtol=1e-12)
        print(f"{client}: {len(rows)} rows as expected")


if __name__ == "__main__":
    main()
