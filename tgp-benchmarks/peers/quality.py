"""What the peers' quality scripts share: the command line, the table and its split, the scores, the choice of a rate.

Imports nothing that starts threads before arguments() has set their limits.
"""

import argparse
import gzip
import json
import pathlib
import time

from step_timing import limit_threads

LEVELS = (50, 80, 90, 95, 99)


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--csv", type=pathlib.Path, required=True, help="last column: the target")
    parser.add_argument("--splits", type=pathlib.Path, required=True, help="test rows per line")
    parser.add_argument("--split", type=int, default=1, help="which line, from 1")
    parser.add_argument("--inducing", type=int, default=100)
    parser.add_argument("--layers", type=int, default=1, help="1 is the sparse GP itself")
    parser.add_argument("--draws", type=int, default=1, help="of each row in a training step of a deep GP")
    parser.add_argument("--method", default="", help="which of a script's ways to train, where it has several")
    parser.add_argument("--network", default="", help="widths, activation and dropout: 50,50,relu,0.25")
    parser.add_argument("--steps", type=int, default=15000)
    parser.add_argument("--batch", type=int, default=10000)
    parser.add_argument("--rates", default="0.01", help="Adam's; of several the best on validation rows of a third of the steps")
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

    def __init__(self, x, y, test):
        import numpy as np

        mean, std = x[~test].mean(0), x[~test].std(0)
        std = np.where(std > 0, std, 1.0)  # a constant column stays zero
        self.raw = x[~test], y[~test]
        self.y_mean, self.y_std = y[~test].mean(), y[~test].std()
        self.x, self.test_x = (x[~test] - mean) / std, (x[test] - mean) / std
        self.y, self.test_y = ((part - self.y_mean) / self.y_std for part in (y[~test], y[test]))

    @staticmethod
    def read(args):
        import numpy as np

        table = np.array([[float(c) for c in row.split(",")] for row in lines(args.csv)[1:]])
        test = np.zeros(len(table), dtype=bool)
        test[[int(i) for i in lines(args.splits)[args.split - 1].split()]] = True
        return Table(table[:, :-1], table[:, -1], test)

    def validation(self, seed):
        """The training rows alone, a fifth of up to 2,000 and a tenth of more in the place of the test rows."""
        import numpy as np

        x, y = self.raw
        held = np.zeros(len(y), dtype=bool)
        held[np.random.RandomState(seed).permutation(len(y))[: len(y) // (5 if len(y) <= 2000 else 10)]] = True
        return Table(x, y, held)

    def centres(self, args):
        from sklearn.cluster import KMeans

        k_means = KMeans(min(args.inducing, len(self.x)), init="k-means++", n_init=10, random_state=args.seed)
        return k_means.fit(self.x).cluster_centers_

    def scores(self, mean, std):
        """Scores in the data's units of a normal forecast per row, or of the mixture of several: mean[s][i]."""
        import numpy as np
        from scipy.special import logsumexp
        from scipy.stats import norm

        mean, std = np.atleast_2d(mean), np.atleast_2d(std)
        z = (self.test_y - mean) / std
        log_density = logsumexp(norm.logpdf(z) - np.log(std), axis=0) - np.log(len(mean))
        u = norm.cdf(z).mean(0)
        error = self.test_y - mean.mean(0)
        out = {
            "nll": np.log(self.y_std) - np.mean(log_density),
            "rmse": self.y_std * np.sqrt(np.mean(error**2)),
            "mae": self.y_std * np.mean(np.abs(error)),
            "pit": (np.histogram(u, bins=10, range=(0, 1))[0] / len(u)).tolist(),
        }
        if len(mean) == 1:
            crps = std * (z * (2 * norm.cdf(z) - 1) + 2 * norm.pdf(z) - 1 / np.sqrt(np.pi))
            out["crps"] = self.y_std * np.mean(crps)
        for level in LEVELS:
            out[f"coverage{level}"] = np.mean(np.abs(2 * u - 1) <= level / 100)
        return {name: value if name == "pit" else float(value) for name, value in out.items()}


class Clock:
    """Seconds of training; stands still while the test rows are scored."""

    def __init__(self, curve):
        self.curve, self.score = curve, None
        self.began, self.paused = time.perf_counter(), 0.0

    def seconds(self):
        return time.perf_counter() - self.began - self.paused

    def after(self, step):
        if self.curve and step % self.curve == 0:
            seconds, now = self.seconds(), time.perf_counter()
            scores = self.score()
            print(f"curve,{step},{seconds:.3f},{scores['nll']:.5f},{scores['rmse']:.5f}", flush=True)
            self.paused += time.perf_counter() - now


def run(args, library, version, fit):
    """Chooses a rate if there are several, fits and prints the scores; fit(table, rate, steps, clock) returns how to score."""
    table = Table.read(args)
    rates = [float(rate) for rate in args.rates.split(",")]
    began = time.perf_counter()
    if len(rates) > 1:
        held = table.validation(args.seed)
        rates.sort(key=lambda rate: fit(held, rate, max(1, args.steps // 3), Clock(0))()["nll"])
    tuning = time.perf_counter() - began
    clock = Clock(args.curve)
    score = fit(table, rates[0], args.steps, clock)
    seconds, began = clock.seconds(), time.perf_counter()
    out = score()
    out.update(
        library=library,
        version=version,
        data=args.csv.name,
        split=args.split,
        inducing=args.inducing,
        steps=args.steps,
        threads=args.threads,
        seed=args.seed,
        rate=rates[0],
        seconds=seconds,
        tuning_seconds=tuning,
        predict_seconds=time.perf_counter() - began,
    )
    print(json.dumps(out))
