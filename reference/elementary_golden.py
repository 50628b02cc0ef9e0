#!/usr/bin/env python3
"""Golden values of the elementary functions, computed with 60 digits and rounded once.

Writes tgp-core/src/test/resources/golden/elementary.csv: function, x, f(x) and how many units in
the last place an implementation may be off. Run it by hand; the build never does. Needs mpmath 1.3.
"""
import datetime
import pathlib

import mpmath as mp

mp.mp.dps = 60
INF = float("inf")


def cdf(x):
    return mp.erfc(-x / mp.sqrt(2)) / 2


def log_cdf(x):
    if x > 0:
        return mp.log1p(-cdf(-x))
    if x > -1e4:
        return mp.log(cdf(x))
    series = sum((-1) ** k * mp.fac2(2 * k - 1) / x ** (2 * k) for k in range(1, 12))
    return -x * x / 2 - mp.log(-x * mp.sqrt(2 * mp.pi)) + mp.log1p(series)


def log_pdf(x):
    return -x * x / 2 - mp.log(2 * mp.pi) / 2


def quantile_of_log(logp):
    """Newton's method on log Φ, in the tail that keeps the digits."""
    if logp > -mp.log(2):
        return -quantile_of_log(mp.log(-mp.expm1(logp)))
    x = -mp.sqrt(2 * (-logp - mp.log(2))) if logp > -2 else -mp.sqrt(-2 * logp)
    for _ in range(200):
        step = (log_cdf(x) - logp) / mp.exp(log_pdf(x) - log_cdf(x))
        x -= step
        if abs(step) <= abs(x) * mp.mpf(10) ** -45 + mp.mpf(10) ** -300:
            break
    return x


REAL = [0.0, 1e-300, 1e-17, 3e-9, 1e-5, 0.01, 0.1, 0.2, 0.34, 0.35, 0.5, 0.7, 1.0, 1.3, 2.0, 3.5, 5.0, 9.0, 15.0, 30.0]
BOTH = REAL + [-x for x in REAL]
POSITIVE = [5e-324, 1e-310, 2.2250738585072014e-308, 1e-300, 1e-100, 1e-9, 0.1, 0.3, 0.5, 0.7, 0.7071, 0.7072, 0.9, 0.99, 0.999999]
POSITIVE += [1.0, 1.0000001, 1.1, 1.4142, 1.4143, 1.9, 2.0, 3.0, 10.0, 1e5, 1e16, 1e100, 1e300, 1.7976931348623157e308]
HUGE = [700.0, 708.5, 709.7, 710.4, 711.0, 1e4, 1e300, INF]
TAIL = [-1e155, -1e100, -1e8, -1000.0, -100.0, -40.0, -38.4, -37.5, -30.0, -20.0, -12.0, -8.0, -6.5, -4.0, -3.0, -2.5, -1.5, -1.1, -1.0, -0.9]
TAIL += [-0.5, -0.1, -1e-9, 0.0, 1e-9, 0.1, 0.5, 0.9, 1.1, 2.0, 3.0, 5.0, 8.0, 9.0, 20.0, 37.5, 100.0, INF, -INF]
ODD = {"expm1", "log1p", "sinh", "asinh", "tanh"}


def both(points):
    return points + [-x for x in points]


# name: (function, points, ulp)
TABLE = {
    "exp": (mp.exp, BOTH + both(HUGE) + [-740.0, -745.0, -746.0], 2),
    "expm1": (mp.expm1, BOTH + HUGE + [-40.0, -700.0, -INF], 3),
    "log": (mp.log, POSITIVE + [0.0, INF], 2),
    "log1p": (mp.log1p, POSITIVE + [INF, -1.0, -0.9999999, -0.9, -0.5, -0.3, -0.1, -1e-5, -1e-16, -1e-300], 2),
    "sinh": (mp.sinh, BOTH + both(HUGE), 3),
    "cosh": (mp.cosh, BOTH + both(HUGE), 3),
    "asinh": (lambda x: mp.asinh(x) if x > 0 else -mp.asinh(-x), BOTH + both([1e3, 1e8, 3e8, 1e155, 1e300, INF]), 3),
    "tanh": (mp.tanh, BOTH + both([1e3, INF]), 3),
    "softplus": (lambda x: mp.log1p(mp.exp(x)), BOTH + [-40.0, -700.0, -740.0, -800.0, 40.0, 800.0, INF, -INF], 3),
    "sigmoid": (lambda x: 1 / (1 + mp.exp(-x)), BOTH + [-40.0, -700.0, -740.0, -800.0, 40.0, 800.0, INF, -INF], 3),
    "normalPdf": (lambda x: mp.exp(log_pdf(x)), TAIL, 3),
    "normalCdf": (cdf, TAIL, 6),
    "normalLogCdf": (log_cdf, TAIL, 6),
    "normalLogPdf": (log_pdf, TAIL, 3),
    "softplusInverse": (lambda v: v + mp.log(-mp.expm1(-v)), [1e-300, 1e-17, 1e-5, 0.1, 0.5, 0.65, 0.75, 1.0, 3.0, 20.0, 40.0, 800.0], 4),
    "inverseMillsRatio": (lambda x: mp.exp(log_pdf(x) - log_cdf(x)), [x for x in TAIL if 1e-9 > x > -1e9] + [1.0, 3.0, 8.0, 20.0], 6),
    "normalQuantile": (lambda p: quantile_of_log(mp.log(p)), [1e-310, 1e-300, 1e-100, 1e-16, 1e-9, 0.001, 0.025, 0.1, 0.3, 0.49, 0.51, 0.7, 0.9, 0.975, 0.999, 1 - 2.0**-50], 4),
    "normalQuantileOfLog": (quantile_of_log, [-1e9, -1e5, -5000.0, -701.0, -699.0, -100.0, -10.0, -1.0, -0.5, -0.01, -1e-10, -1e-300], 6),
}

# Limits where mpmath has no value.
LIMITS = {
    "exp": {INF: INF, -INF: 0.0}, "expm1": {INF: INF, -INF: -1.0}, "log": {INF: INF, 0.0: -INF},
    "log1p": {INF: INF, -1.0: -INF}, "sinh": {INF: INF, -INF: -INF}, "cosh": {INF: INF, -INF: INF},
    "asinh": {INF: INF, -INF: -INF}, "tanh": {INF: 1.0, -INF: -1.0}, "softplus": {INF: INF, -INF: 0.0},
    "sigmoid": {INF: 1.0, -INF: 0.0}, "normalPdf": {INF: 0.0, -INF: 0.0}, "normalCdf": {INF: 1.0, -INF: 0.0},
    "normalLogCdf": {INF: 0.0, -INF: -INF}, "normalLogPdf": {INF: -INF, -INF: -INF},
}


def value(name, f, x):
    if x in LIMITS.get(name, {}):
        return LIMITS[name][x]
    if x == 0.0 and name in ODD:
        return x  # with its sign
    if abs(x) > 1e5 and name in ("exp", "expm1", "sinh", "cosh"):  # far beyond overflow
        return 0.0 if name == "exp" and x < 0 else (x if name == "sinh" else 1.0) * INF
    if abs(x) > 1e5 and name in ("normalPdf", "normalCdf"):
        return 0.0
    return float(f(mp.mpf(x)))


def text(x):
    return {INF: "Infinity", -INF: "-Infinity"}.get(x) or repr(x)


root = pathlib.Path(__file__).resolve().parent.parent
out = root / "tgp-core/src/test/resources/golden/elementary.csv"
out.parent.mkdir(parents=True, exist_ok=True)
with out.open("w", encoding="utf-8") as file:
    file.write("# Golden values of the elementary functions, exact to the last digit printed.\n")
    file.write(f"# Generator: reference/elementary_golden.py, mpmath {mp.__version__}, 60 digits, {datetime.date.today()}.\n")
    file.write("# Tolerance: the last column, in units in the last place of the value.\n")
    file.write("function,x,value,ulp\n")
    for name, (f, points, ulp) in TABLE.items():
        for x in points:
            file.write(f"{name},{text(x)},{text(value(name, f, x))},{ulp}\n")
