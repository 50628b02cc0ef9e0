"""Golden values of the TGP bound from a small PyTorch autograd implementation of its own.

Written from the paper, not from the Java code: whitened q(v), Gauss-Hermite quadrature of
log N(y | G(f), noise), gradients by autograd. With the identity flow it must equal GPflow's
svgp-gaussian, which main() checks before writing anything.
"""

import math

import numpy as np
import torch

from golden import Golden, inputs, out_directory, read, targets

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)

VERSIONS = {"torch": torch.__version__.split("+")[0], "numpy": np.__version__}
NODES = 32


def rbf(X, Z, variance, lengthscales):
    r2 = (((X[:, None, :] - Z[None, :, :]) / lengthscales) ** 2).sum(-1)
    return variance * torch.exp(-0.5 * r2)


def latent(X, p):
    """Mean and variance of q(f(x)) = ∫ p(f | u) q(u) du with u = chol(Kzz) v."""
    chol = torch.linalg.cholesky(rbf(p["Z"], p["Z"], p["variance"], p["lengthscales"]))
    Kzx = rbf(p["Z"], X, p["variance"], p["lengthscales"])
    A = torch.linalg.solve_triangular(chol, Kzx, upper=False)  # M×N
    B = torch.tril(p["L"]).T @ A
    return A.T @ p["m"], p["variance"] - (A**2).sum(0) + (B**2).sum(0)


def divergence(p):
    m, L = p["m"], torch.tril(p["L"])
    return 0.5 * ((m**2).sum() + (L**2).sum() - len(m)) - torch.log(torch.diagonal(L)).sum()


def nodes():
    t, w = np.polynomial.hermite.hermgauss(NODES)
    return torch.tensor(math.sqrt(2.0) * t), torch.tensor(w / math.sqrt(math.pi))


def log_normal(y, mean, variance):
    return -0.5 * (math.log(2 * math.pi) + torch.log(variance) + (y - mean) ** 2 / variance)


def bound(X, y, p, flow, scale):
    mean, var = latent(X, p)
    t, w = nodes()
    f = mean[:, None] + torch.sqrt(var)[:, None] * t
    ell = log_normal(y[:, None], flow(f, p), p["noise"]) @ w
    return scale * ell.sum() - divergence(p), ell, mean, var


def predict(Xs, ys, p, flow):
    """Mean and variance of y, and log p(y), the mixture over the same nodes."""
    mean, var = latent(Xs, p)
    t, w = nodes()
    g = flow(mean[:, None] + torch.sqrt(var)[:, None] * t, p)
    m1 = g @ w
    logp = torch.logsumexp(torch.log(w) + log_normal(ys[:, None], g, p["noise"]), 1)
    return mean, var, m1, p["noise"] + ((g - m1[:, None]) ** 2) @ w, logp


def sal(f, p):
    for a, b, c, d in zip(p["flow.a"], p["flow.b"], p["flow.c"], p["flow.d"]):
        f = d + c * torch.sinh(b * torch.asinh(f) - a)
    return f


def tanh_sum(f, p):
    g = f
    for a, b, c, d in zip(p["flow.a"], p["flow.b"], p["flow.c"], p["flow.d"]):
        g = g + a + b * torch.tanh((f - c) / d)
    return g


CASES = {
    "sal2": (
        sal,
        "two blocks, k = 0 then 1: f <- d_k + c_k*sinh(b_k*asinh(f) - a_k); b, c > 0",
        {"a": [0.15, -0.2], "b": [0.9, 1.15], "c": [1.1, 0.85], "d": [-0.1, 0.25]},
        "real",
        1.0,
    ),
    "tanh-sum2": (
        tanh_sum,
        "f + sum_i (a_i + b_i*tanh((f - c_i)/d_i)), no affine after it; b, d > 0",
        {"a": [0.1, -0.3], "b": [0.4, 0.7], "c": [-0.5, 0.6], "d": [0.8, 1.3]},
        "real",
        1.0,
    ),
    "exp": (lambda f, p: torch.exp(f), "exp(f)", {}, "positive", 1.0),
    "softplus": (
        lambda f, p: torch.nn.functional.softplus(f, threshold=700.0),
        "log(1 + exp(f))",
        {},
        "positive",
        3.0,
    ),
}


def parameters(given, flow_values):
    """Leaf tensors, every one a constrained value."""
    p = {k: given[k] for k in ("m", "L", "Z", "variance", "lengthscales")}
    p["noise"] = np.array(0.15)
    p.update({"flow." + k: np.array(v) for k, v in flow_values.items()})
    return {k: torch.tensor(np.asarray(v, dtype=np.float64), requires_grad=True) for k, v in p.items()}


def main():
    out = out_directory()
    given = inputs()
    X, Xs = torch.tensor(given["X"]), torch.tensor(given["Xs"])

    p = parameters(given, {})
    y = torch.tensor(targets(given["X"])["real"])
    elbo, *_ = bound(X, y, p, lambda f, _: f, 1.0)
    elbo.backward()
    expected = read(out / "svgp-gaussian.csv")
    assert abs(elbo.item() - expected["elbo"][0, 0]) < 1e-11
    for name, v in p.items():
        wanted = expected["grad." + name].reshape(v.shape)
        assert np.allclose(v.grad.numpy(), wanted, rtol=1e-10, atol=1e-10), name
    print("identity flow equals GPflow's svgp-gaussian, gradients too")

    for name, (flow, formula, values, kind, scale) in CASES.items():
        y = targets(given["X"])[kind]
        ys = targets(given["Xs"])[kind]
        p = parameters(given, values)
        elbo, ell, mean, var = bound(X, torch.tensor(y), p, flow, scale)
        elbo.backward()
        g = Golden("tgp-" + name, "reference/tgp_golden.py", VERSIONS, 1e-9)
        g.note("model", "f ~ GP(0, rbf), whitened q(v) = N(m, L L'), u = chol(Kzz) v")
        g.note("p(y|f)", "N(y | G(f), noise)").note("flow", formula)
        g.note("expectation", f"{NODES} Gauss-Hermite nodes").note("jitter", "0")
        g.note("elbo", "batchScale*sum(ell) - kl").note("grad", "of elbo; grad.L: lower triangle")
        g.note("prediction", "mean.Xs, var.Xs: latent f; y.mean, y.var, y.logDensity: of y")
        g.put("X", given["X"]).put("y", y).put("batchScale", scale)
        g.put_all({k: v.detach().numpy() for k, v in p.items()})
        g.put("mean", mean.detach()).put("var", var.detach()).put("ell", ell.detach())
        g.put("kl", divergence(p).item()).put("elbo", elbo.item())
        g.put_all({k: v.grad.numpy() for k, v in p.items()}, "grad.")
        with torch.no_grad():
            fm, fv, ym, yv, logp = predict(Xs, torch.tensor(ys), p, flow)
        g.put("Xs", given["Xs"]).put("ys", ys).put("mean.Xs", fm).put("var.Xs", fv)
        g.put("y.mean", ym).put("y.var", yv).put("y.logDensity", logp)
        g.write(out)


if __name__ == "__main__":
    main()
