"""Trains GPyTorch's SVGP on one split of a benchmark table, set up as the paper's SVGP was, and
prints test NLL and RMSE in the data's own units.

Standardised by the training mean and population std; Z from k-means++ (best of 10); lengthscales
and output scale 2.0, noise 0.05, q(v) = N(0, 1e-5 I); Adam without a schedule.
"""

import argparse
import gzip
import json
import pathlib
import time

from step_timing import limit_threads


def arguments():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--csv", type=pathlib.Path, required=True, help="last column: the target")
    parser.add_argument("--splits", type=pathlib.Path, required=True, help="test rows per line")
    parser.add_argument("--split", type=int, default=1, help="which line, from 1")
    parser.add_argument("--inducing", type=int, default=100)
    parser.add_argument("--epochs", type=int, default=15000)
    parser.add_argument("--batch", type=int, default=10000)
    parser.add_argument("--lr", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--curve", type=int, default=0, help="score the test rows every so many epochs")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    return parser.parse_args()


args = arguments()
limit_threads(args.threads)

import gpytorch
import numpy as np
import torch
from sklearn.cluster import KMeans

from gpytorch_svgp import start


def lines(path):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as f:
        return [line for line in f if not line.startswith("#")]


def load():
    """Training and test rows, inputs and target apart."""
    table = np.array([[float(c) for c in row.split(",")] for row in lines(args.csv)[1:]])
    test = np.zeros(len(table), dtype=bool)
    test[[int(i) for i in lines(args.splits)[args.split - 1].split()]] = True
    X, y = table[:, :-1], table[:, -1]
    return X[~test], y[~test], X[test], y[test]


def standardiser(a):
    mean, std = a.mean(0), a.std(0)
    std = np.where(std > 0, std, 1.0)  # a constant column stays zero
    return mean, std


def train(X, y, score=None):
    torch.manual_seed(args.seed)
    k_means = KMeans(args.inducing, init="k-means++", n_init=10, random_state=args.seed).fit(X)
    model, likelihood = start(torch.tensor(k_means.cluster_centers_))
    q = model.variational_strategy._variational_distribution
    q.chol_variational_covar.data.mul_(np.sqrt(1e-5))
    model.variational_strategy.variational_params_initialized.fill_(1)  # keep q(v) as set
    mll = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=len(y))
    adam = torch.optim.Adam([*model.parameters(), *likelihood.parameters()], lr=args.lr)
    X, y = torch.tensor(X), torch.tensor(y)
    began, scoring = time.perf_counter(), 0.0
    for epoch in range(1, args.epochs + 1):
        whole = args.batch >= len(y)
        order = None if whole else torch.randperm(len(y))
        for rows in (slice(None),) if whole else order.split(args.batch):
            adam.zero_grad()
            loss = -mll(model(X[rows]), y[rows])
            loss.backward()
            adam.step()
        if args.curve and epoch % args.curve == 0:
            now = time.perf_counter()
            nll, rmse = score(model.eval(), likelihood.eval())
            print(f"curve,{epoch},{now - began - scoring:.3f},{nll:.5f},{rmse:.5f}", flush=True)
            model.train(), likelihood.train()
            scoring += time.perf_counter() - now  # the clock stands still meanwhile
    return model.eval(), likelihood.eval()


def scores(model, likelihood, X, y, y_mean, y_std):
    """Test NLL and RMSE in the data's units, and the standardised errors."""
    with torch.no_grad():
        p = likelihood(model(torch.tensor(X)))
    mean = p.mean.numpy() * y_std + y_mean
    std = p.stddev.numpy() * y_std
    z = (y - mean) / std
    nll = float(np.mean(0.5 * np.log(2 * np.pi) + np.log(std) + 0.5 * z**2))
    return nll, float(np.sqrt(np.mean((y - mean) ** 2))), z


def main():
    torch.set_num_threads(args.threads)
    X, y, Xs, ys = load()
    (x_mean, x_std), (y_mean, y_std) = standardiser(X), standardiser(y)

    def score(model, likelihood):
        return scores(model, likelihood, (Xs - x_mean) / x_std, ys, y_mean, y_std)

    began = time.perf_counter()
    model, likelihood = train(
        (X - x_mean) / x_std, (y - y_mean) / y_std, lambda m, l: score(m, l)[:2]
    )
    seconds = time.perf_counter() - began
    nll, rmse, z = score(model, likelihood)
    result = {
        "name": "svgp-quality",
        "library": "gpytorch",
        "version": gpytorch.__version__,
        "data": args.csv.name,
        "split": args.split,
        "n": len(y),
        "inducing": args.inducing,
        "epochs": args.epochs,
        "threads": args.threads,
        "nll": nll,
        "rmse": rmse,
        "cover95": float(np.mean(np.abs(z) <= 1.959963984540054)),
        "seconds": seconds,
    }
    if args.json:
        print(json.dumps(result))
    else:
        print(", ".join(f"{k} {v}" for k, v in result.items()))


if __name__ == "__main__":
    main()
