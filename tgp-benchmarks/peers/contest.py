"""What the scripts that stand beside `auto` share: the command line, raw rows of a split, a validation share, scores.

Imports nothing that starts threads before arguments() has set their limits.
"""

import argparse
import json
import pathlib
import time

from quality import lines
from step_timing import limit_threads


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--csv", type=pathlib.Path, required=True, help="last column: the target")
    parser.add_argument("--splits", type=pathlib.Path, required=True, help="test rows per line")
    parser.add_argument("--split", type=int, default=1, help="which line, from 1")
    parser.add_argument("--classes", type=int, default=0, help="how many; 0 for a target of numbers")
    parser.add_argument("--step", type=float, default=0.0, help="between neighbouring values of a rounded target; 0 for none")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--threads", type=int, default=1)
    args = parser.parse_args()
    limit_threads(args.threads)
    return args


class Contest:
    """Training and test rows of one split as they are in the file, and how well a forecast of the test rows does."""

    def __init__(self, args):
        import numpy as np

        table = np.array([[float(c) for c in row.split(",")] for row in lines(args.csv)[1:]])
        test = np.zeros(len(table), dtype=bool)
        test[[int(i) for i in lines(args.splits)[args.split - 1].split()]] = True
        self.classes = args.classes
        self.step = args.step
        x, y = table[:, :-1], table[:, -1].astype(int) if args.classes else table[:, -1]
        self.x, self.y, self.test_x, self.test_y = x[~test], y[~test], x[test], y[test]
        self.random = np.random.RandomState(args.seed)
        self.began = time.perf_counter()

    def validation(self):
        """True for a fifth of up to 5,000 training rows and a tenth of more, with some rows of each class among the others."""
        import numpy as np

        n = len(self.y)
        held = np.zeros(n, dtype=bool)
        held[self.random.permutation(n)[: n // 5 if n <= 5000 else n // 10]] = True
        for k in range(self.classes):
            if held[self.y == k].all():
                held[self.y == k] = False
        return held

    def sample(self, most):
        """Keeps so many training rows at random; all where there are no more."""
        if len(self.y) > most:
            kept = self.random.permutation(len(self.y))[:most]
            self.x, self.y = self.x[kept], self.y[kept]

    def normal(self, mean, std):
        """Scores of a normal forecast per test row."""
        import numpy as np
        from scipy.stats import norm

        std = np.maximum(std, 1e-12 * max(1e-300, np.std(self.y)))
        z = (self.test_y - mean) / std
        scores = {
            "nll": -np.mean(norm.logpdf(z) - np.log(std)),
            "crps": np.mean(std * (z * (2 * norm.cdf(z) - 1) + 2 * norm.pdf(z) - 1 / np.sqrt(np.pi))),
            "rmse": np.sqrt(np.mean((self.test_y - mean) ** 2)),
            "mae": np.mean(np.abs(self.test_y - mean)),
            "coverage95": np.mean(np.abs(z) <= 1.959963984540054),
        }
        if self.step > 0:
            half = 0.5 * self.step / std
            mass = norm.cdf(np.minimum(z, -z) + half) - norm.cdf(np.minimum(z, -z) - half)  # in the lower tail, where digits are
            density = norm.logpdf(z) - np.log(std)
            scores["nll_rounded"] = -np.mean(np.where(mass > 1e-300, np.log(np.maximum(mass, 1e-300) / self.step), density))
        return scores

    def probabilities(self, p):
        """Scores of class probabilities per test row: out[i][k]."""
        import numpy as np

        observed = np.clip(p[np.arange(len(p)), self.test_y], 1e-300, None)
        return {"nll": -np.mean(np.log(observed)), "accuracy": np.mean(p.argmax(1) == self.test_y)}

    def report(self, args, scores, seconds, spec):
        out = {name: float(value) for name, value in scores.items()}
        out.update(data=args.csv.name, split=args.split, threads=args.threads, seed=args.seed, seconds=seconds, spec=spec)
        print(json.dumps(out))

    def seconds(self):
        return time.perf_counter() - self.began
