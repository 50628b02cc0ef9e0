"""What the peers' quality scripts share: the command line, the table and its split, the scores.

Imports nothing that starts threads before arguments() has set their limits.
"""

import argparse
import gzip
import json
import pathlib
import time

from step_timing import limit_threads


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--csv", type=pathlib.Path, required=True, help="last column: the target")
    parser.add_argument("--splits", type=pathlib.Path, required=True, help="test rows per line")
    parser.add_argument("--split", type=int, default=1, help="which line, from 1")
    parser.add_argument("--inducing", type=int, default=100)
    parser.add_argument("--layers", type=int, default=1, help="1 is the sparse GP itself")
    parser.add_argument("--steps", type=int, default=15000)
    parser.add_argument("--batch", type=int, default=10000)
    parser.add_argument("--lr", type=float, default=0.01)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--curve", type=int, default=0, help="score the test rows every so many steps")
    args = parser.parse_args()
    limit_threads(args.threads)
    return args


def lines(path):
    opened = gzip.open(path, "rt") if path.suffix == ".gz" else open(path)
    with opened as f:
        return [line for line in f if not line.startswith("#")]


class Table:
    """Training and test rows of one split, standardised by the training mean and population std."""

    def __init__(self, args):
        import numpy as np

        table = np.array([[float(c) for c in row.split(",")] for row in lines(args.csv)[1:]])
        test = np.zeros(len(table), dtype=bool)
        test[[int(i) for i in lines(args.splits)[args.split - 1].split()]] = True
        x, y = table[:, :-1], table[:, -1]
        mean, std = x[~test].mean(0), x[~test].std(0)
        std = np.where(std > 0, std, 1.0)  # a constant column stays zero
        self.y_mean, self.y_std = y[~test].mean(), y[~test].std()
        self.x, self.test_x = (x[~test] - mean) / std, (x[test] - mean) / std
        self.y, self.test_y = ((part - self.y_mean) / self.y_std for part in (y[~test], y[test]))

    def centres(self, args):
        from sklearn.cluster import KMeans

        k_means = KMeans(args.inducing, init="k-means++", n_init=10, random_state=args.seed)
        return k_means.fit(self.x).cluster_centers_

    def scores(self, mean, std, log_density=None):
        """NLL, RMSE and 95% coverage in the data's units; a normal density unless one is given."""
        import numpy as np

        z = (self.test_y - mean) / std
        if log_density is None:
            log_density = -0.5 * np.log(2 * np.pi) - np.log(std) - 0.5 * z**2
        nll = np.log(self.y_std) - np.mean(log_density)
        rmse = self.y_std * np.sqrt(np.mean((self.test_y - mean) ** 2))
        return float(nll), float(rmse), float(np.mean(np.abs(z) <= 1.959963984540054))


class Clock:
    """Seconds of training; stands still while the test rows are scored."""

    def __init__(self, args, score):
        self.args, self.score = args, score
        self.began, self.paused = time.perf_counter(), 0.0

    def seconds(self):
        return time.perf_counter() - self.began - self.paused

    def after(self, step):
        if self.args.curve and step % self.args.curve == 0:
            seconds, now = self.seconds(), time.perf_counter()
            nll, rmse, _ = self.score()
            print(f"curve,{step},{seconds:.3f},{nll:.5f},{rmse:.5f}", flush=True)
            self.paused += time.perf_counter() - now


def report(args, library, version, seconds, score):
    began = time.perf_counter()
    nll, rmse, cover = score()
    print(
        json.dumps(
            {
                "name": "svgp" if args.layers == 1 else f"dgp{args.layers}",
                "library": library,
                "version": version,
                "data": args.csv.name,
                "split": args.split,
                "inducing": args.inducing,
                "steps": args.steps,
                "threads": args.threads,
                "nll": nll,
                "rmse": rmse,
                "cover95": cover,
                "seconds": seconds,
                "predict_seconds": time.perf_counter() - began,
            }
        )
    )
