"""What the peers' timing scripts share: the command line, the data and the report.

Imports nothing that starts threads: arguments() sets the thread limits, so call it before importing
numpy, torch or tensorflow.
"""

import argparse
import json
import os
import time

WARM_UP = 10


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--n", type=int, default=455, help="rows")
    parser.add_argument("--d", type=int, default=13, help="inputs")
    parser.add_argument("--m", type=int, default=100, help="inducing points")
    parser.add_argument("--batch", type=int, default=0, help="rows per step; 0 means all")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--steps", type=int, default=100, help="timed steps, after the warm-up")
    parser.add_argument("--json", action="store_true", help="print one JSON object")
    args = parser.parse_args()
    args.batch = args.batch if 0 < args.batch < args.n else args.n
    limit_threads(args.threads)
    return args


def limit_threads(threads):
    for name in ("OMP", "MKL", "OPENBLAS", "NUMEXPR"):
        os.environ[name + "_NUM_THREADS"] = str(threads)


def data(n, d, m):
    """Standard normal X, a smooth y with noise, standardised, and m rows of X as Z."""
    import numpy as np

    r = np.random.RandomState(0)
    X = r.randn(n, d)
    y = np.sin(X @ r.randn(d) / np.sqrt(d)) + 0.5 * X[:, 0] + 0.1 * r.randn(n)
    y = (y - y.mean()) / y.std()
    return X, y, X[r.permutation(n)[:m]].copy()


def timed(step, steps):
    """Microseconds of each step after the warm-up."""
    for _ in range(WARM_UP):
        step()
    times = []
    for _ in range(steps):
        start = time.perf_counter_ns()
        step()
        times.append((time.perf_counter_ns() - start) / 1e3)
    return sorted(times)


def report(args, name, library, version, times, loss):
    result = {
        "name": name,
        "library": library,
        "version": version,
        "n": args.n,
        "d": args.d,
        "m": args.m,
        "batch": args.batch,
        "threads": args.threads,
        "step_us": times[len(times) // 2],
        "p10_us": times[len(times) // 10],
        "steps": len(times),
        "loss": loss,
    }
    if args.json:
        print(json.dumps(result))
    else:
        print(", ".join(f"{k} {v}" for k, v in result.items()))
