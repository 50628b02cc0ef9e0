"""Golden files: the small inputs that all generators share, and the format the Java tests read.

See README.md for the format. Inputs come from numpy's RandomState, whose streams are frozen, so
every library version draws the same numbers.
"""

import argparse
import pathlib

import numpy as np

SEED = 20211
OUT = pathlib.Path(__file__).resolve().parent.parent / "tgp-core/src/test/resources/golden"


def out_directory():
    """The folder to write to: the test resources unless --out says otherwise."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=pathlib.Path, default=OUT)
    return parser.parse_args().out


def number(v):
    return "%.17g" % v


class Golden:
    """One golden file: '# key: text' lines, then 'name,rows,cols,v,v,...' lines, row-major."""

    def __init__(self, name, generator, versions, tolerance, seed=SEED):
        self.name = name
        self.notes = [
            ("case", name),
            ("generator", generator),
            ("versions", ", ".join(f"{k} {v}" for k, v in versions.items())),
            ("seed", str(seed)),
            ("tolerance", "%g" % tolerance),
        ]
        self.values = []

    def note(self, key, text):
        self.notes.append((key, text))
        return self

    def put(self, name, value):
        """A scalar is 1×1, a vector n×1, a matrix as it is."""
        v = np.asarray(value, dtype=np.float64)
        v = v.reshape(1, 1) if v.ndim == 0 else v.reshape(-1, 1) if v.ndim == 1 else v
        assert v.ndim == 2 and np.all(np.isfinite(v)), (self.name, name, v)
        assert name not in dict(self.values), (self.name, name, "twice")
        self.values.append((name, v))
        return self

    def put_all(self, values, prefix=""):
        for name, value in values.items():
            self.put(prefix + name, value)
        return self

    def write(self, out):
        out.mkdir(parents=True, exist_ok=True)
        lines = [f"# {k}: {t}" for k, t in self.notes]
        for name, v in self.values:
            cells = [name, str(v.shape[0]), str(v.shape[1])] + [number(x) for x in v.ravel()]
            lines.append(",".join(cells))
        path = out / (self.name + ".csv")
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        print("wrote", path.name)


def read(path):
    """The named matrices of a golden file, for one generator to check itself against another."""
    values = {}
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            name, rows, cols, *cells = line.split(",")
            values[name] = np.array([float(c) for c in cells]).reshape(int(rows), int(cols))
    return values


def inputs(seed=SEED, n=10, d=2, m=5, test=4):
    """X, Z and test inputs, the whitened q(v) = N(m, L Lᵀ), and RBF parameters."""
    r = np.random.RandomState(seed)
    L = np.tril(0.2 * r.randn(m, m), -1) + np.diag(0.4 + 0.5 * r.rand(m))
    return {
        "X": r.randn(n, d),
        "Z": 1.2 * r.randn(m, d),
        "Xs": 1.5 * r.randn(test, d),
        "m": 0.7 * r.randn(m),
        "L": L,
        "lengthscales": np.array([0.9, 1.4]),
        "variance": np.array(1.3),
    }


def targets(X, seed=SEED):
    """Targets of every kind for the same X, from one smooth function plus noise."""
    r = np.random.RandomState(seed + 1)
    f = np.sin(1.5 * X[:, 0]) + 0.5 * X[:, 1]
    n = len(f)
    return {
        "real": f + 0.3 * r.randn(n),
        "binary": (f + 0.5 * r.randn(n) > 0).astype(float),
        "count": r.poisson(np.exp(0.8 * f)).astype(float),
        "positive": np.exp(0.6 * f) * r.gamma(2.0, 0.5, n),
        "proportion": np.clip(1 / (1 + np.exp(-f - 0.4 * r.randn(n))), 0.02, 0.98),
        "level": np.digitize(f + 0.3 * r.randn(n), [-0.6, 0.7]).astype(float),
    }
