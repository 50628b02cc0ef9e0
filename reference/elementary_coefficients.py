#!/usr/bin/env python3
"""Polynomial coefficients of tgp-core's elementary functions (class Coefficients).

Interpolates each function at Chebyshev nodes in 60-digit arithmetic, which is within a factor of
about two of the best polynomial, and prints the coefficients, lowest power first, as Java literals
with the largest relative error that the truncation causes. Needs mpmath 1.3.
"""
import mpmath as mp

mp.mp.dps = 60


def interpolate(f, a, b, n):
    """Power-basis coefficients of the polynomial of degree n - 1 through n Chebyshev nodes of [a, b]."""
    nodes = [(a + b) / 2 + (b - a) / 2 * mp.cos(mp.pi * (2 * i + 1) / (2 * n)) for i in range(n)]
    v = mp.matrix(n, n)
    for i, x in enumerate(nodes):
        for j in range(n):
            v[i, j] = x**j
    return list(mp.lu_solve(v, mp.matrix([f(x) for x in nodes])))


def report(name, coefficients, exact, approximate, a, b):
    worst = mp.mpf(0)
    for i in range(1, 400):
        x = a + (b - a) * mp.mpf(i) / 400
        worst = max(worst, abs(approximate(x) / exact(x) - 1))
    print(f"// {name}: relative truncation error {mp.nstr(worst, 3)}")
    for j, c in enumerate(coefficients):
        print(f"static final double {name}_{j} = {float(c)!r};")


def polynomial(coefficients, x):
    return mp.polyval([mp.mpf(float(c)) for c in reversed(coefficients)], x)


HALF_LN2 = mp.log(2) / 2 * mp.mpf("1.0001")

# sinh r = r + r·w·S(w), cosh r = 1 + w·C(w), w = r², |r| ≤ log(2)/2
W = HALF_LN2**2
s = interpolate(lambda w: (mp.sinh(mp.sqrt(w)) / mp.sqrt(w) - 1) / w, mp.mpf(0), W, 5)
report("SINH", s, mp.sinh, lambda r: r + r**3 * polynomial(s, r * r), mp.mpf(0), HALF_LN2)
c = interpolate(lambda w: (mp.cosh(mp.sqrt(w)) - 1) / w, mp.mpf(0), W, 5)
report("COSH", c, mp.cosh, lambda r: 1 + r**2 * polynomial(c, r * r), mp.mpf(0), HALF_LN2)


# 2·atanh(d/2) = d + d·w·L(w), w = d²
def atanh_rest(w):
    d = mp.sqrt(w)
    return (2 * mp.atanh(d / 2) / d - 1) / w


def atanh_report(name, top, n):
    l = interpolate(atanh_rest, mp.mpf(0), top * top, n)
    report(name, l, lambda d: 2 * mp.atanh(d / 2), lambda d: d + d**3 * polynomial(l, d * d), mp.mpf(0), top)


# d = 2(m − 1)/(m + 1) with √½ ≤ m ≤ √2
atanh_report("LOG", 2 * (mp.sqrt(2) - 1) / (mp.sqrt(2) + 1) * mp.mpf("1.0001"), 7)
# d = 2e/(2 + e) with 0 ≤ e ≤ 1
atanh_report("LOG1P", mp.mpf(2) / 3, 11)


# Mills ratio R(t) = (1 − Φ(t))/φ(t) = F(q)/(t + K), q = (t − K)/(t + K), t ≥ 0
K = mp.mpf(4)


def mills(t):
    return mp.sqrt(mp.pi / 2) * mp.erfc(t / mp.sqrt(2)) * mp.exp(t * t / 2)


def scaled_mills(q, k=K):
    t = k * (1 + q) / (1 - q)
    return (t + k) * mills(t)


F = interpolate(scaled_mills, mp.mpf(-1), mp.mpf(1), 26)
report("MILLS", F, scaled_mills, lambda q: polynomial(F, q), mp.mpf(-1), mp.mpf(1))
