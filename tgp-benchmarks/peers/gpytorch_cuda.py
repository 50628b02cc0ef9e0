"""Times whole training steps of GPyTorch on an NVIDIA GPU: float64, M inducing points, whitened, full-covariance q,
RBF with ARD, Adam over everything including Z. With --flow sal the likelihood is that of a transformed GP: three
sinh-arcsinh-affine blocks and 32 Gauss-Hermite nodes. Prints one line per number of rows in a batch.

With --table it fits a sparse GP (Matern 3/2, Gaussian noise) to the rows of a table instead, for so many seconds, and prints
RMSE and mean negative log density of the test rows of the first split."""

import argparse
import gzip
import os
import time

import gpytorch
import numpy as np
import torch
from gpytorch.variational import CholeskyVariationalDistribution, VariationalStrategy

WARM_UP = 20


class Svgp(gpytorch.models.ApproximateGP):
    def __init__(self, Z, kernel=None):
        q = CholeskyVariationalDistribution(Z.shape[0])
        super().__init__(VariationalStrategy(self, Z, q, learn_inducing_locations=True))
        self.mean_module = gpytorch.means.ZeroMean()
        kernel = kernel or gpytorch.kernels.RBFKernel(ard_num_dims=Z.shape[1])
        self.covar_module = gpytorch.kernels.ScaleKernel(kernel)

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


class Transformed(torch.nn.Module):
    """E[log N(y | G(f), s)] by Gauss-Hermite nodes, G of sinh-arcsinh-affine blocks."""

    def __init__(self, blocks, nodes):
        super().__init__()
        z, w = np.polynomial.hermite_e.hermegauss(nodes)
        self.register_buffer("z", torch.tensor(z))
        self.register_buffer("w", torch.tensor(w / w.sum()))
        self.values = torch.nn.Parameter(torch.tensor([[0.0, 0.54, 0.0, 0.54]] * blocks))
        self.noise = torch.nn.Parameter(torch.tensor(-3.0))

    def forward(self, mean, variance, y):
        f = mean[:, None] + variance.sqrt()[:, None] * self.z
        for a, b, c, d in self.values:
            f = torch.nn.functional.softplus(d) * torch.sinh(torch.nn.functional.softplus(b) * torch.asinh(f) - a) + c
        s = torch.nn.functional.softplus(self.noise)
        log = -0.5 * ((y[:, None] - f) ** 2 / s + torch.log(s) + np.log(2 * np.pi))
        return (log @ self.w).sum()


def steps(args, rows, batch):
    device = torch.device("cuda")
    random = np.random.RandomState(1)
    X = random.randn(rows, args.d)
    y = np.sin(2 * X[:, 0]) + 0.5 * X[:, -1] + 0.2 * random.randn(rows)
    Z = torch.tensor(random.randn(args.m, args.d), device=device)
    X, y = torch.tensor(X, device=device), torch.tensor(y, device=device)
    model = Svgp(Z).to(device).train()
    if args.flow == "sal":
        likelihood = Transformed(3, 32).to(device)
    else:
        likelihood = gpytorch.likelihoods.GaussianLikelihood().to(device).train()
        elbo = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=rows)
    adam = torch.optim.Adam([*model.parameters(), *likelihood.parameters()], lr=0.001)

    def step():
        if batch < rows:
            chosen = torch.randint(rows, (batch,), device=device)
            xb, yb = X[chosen], y[chosen]
        else:
            xb, yb = X, y
        adam.zero_grad()
        q = model(xb)
        if args.flow == "sal":
            data = likelihood(q.mean, q.variance, yb) / batch
            loss = model.variational_strategy.kl_divergence() / rows - data
        else:
            loss = -elbo(q, yb)
        loss.backward()
        adam.step()
        return loss.item()

    for _ in range(WARM_UP):
        last = step()
    times = []
    start = time.perf_counter()
    while len(times) < 30 or time.perf_counter() - start < args.seconds:
        before = time.perf_counter()
        last = step()
        times.append(1e3 * (time.perf_counter() - before))
    times.sort()
    setting = f"{'TGP, sal(3)' if args.flow == 'sal' else 'SVGP'}; {args.m}; {batch}"
    keep("step", setting, "gpytorch", median_ms=times[len(times) // 2], least_ms=times[0])
    print(
        f"gpytorch {args.flow} rows {rows} batch {batch} M {args.m} D {args.d} median {times[len(times) // 2]:.3f} ms"
        f" least {times[0]:.3f} ms, {len(times)} steps, loss {last:.6f}",
        flush=True,
    )


def keep(table, setting, library, **values):
    """Rows of docs/results/cuda.csv, if run.sh names a file for them."""
    if "TGP4J_ROWS" in os.environ:
        with open(os.environ["TGP4J_ROWS"], "a") as file:
            for quantity, value in values.items():
                print(f'{table},"{setting}",{library},{quantity},{value:.6g},{os.environ["TGP4J_ORIGIN"]}', file=file)


def read(name):
    return gzip.open(name, "rt") if name.endswith(".gz") else open(name)


def quality(args):
    device = torch.device("cuda")
    with read(args.table) as file:
        table = np.loadtxt(file, delimiter=",", skiprows=1)
    with read(args.splits) as file:
        line = next(line for line in file if not line.startswith("#"))
    test = np.zeros(len(table), bool)
    test[np.array(line.split(), int)] = True
    centre, scale = table[~test].mean(0), table[~test].std(0)
    scale[scale == 0] = 1.0
    data = torch.tensor((table - centre) / scale, device=device)
    X, y = data[~torch.tensor(test, device=device)][:, :-1], data[~torch.tensor(test, device=device)][:, -1]
    held = np.flatnonzero(test)[: args.most]
    torch.manual_seed(1)
    Z = X[torch.randperm(len(X), device=device)[: args.m]].clone()
    model = Svgp(Z, gpytorch.kernels.MaternKernel(1.5, ard_num_dims=X.shape[1])).to(device).train()
    likelihood = gpytorch.likelihoods.GaussianLikelihood().to(device).train()
    elbo = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=len(X))
    adam = torch.optim.Adam([*model.parameters(), *likelihood.parameters()], lr=0.01)
    start, taken = time.perf_counter(), 0
    while (share := (time.perf_counter() - start) / args.seconds) < 1:
        for group in adam.param_groups:
            group["lr"] = 0.01 * (1 if share < 0.5 else 0.1 if share < 0.8 else 0.01)
        chosen = torch.randint(len(X), (args.batch[0],), device=device)
        adam.zero_grad()
        loss = -elbo(model(X[chosen]), y[chosen])
        loss.backward()
        adam.step()
        taken += 1
    torch.cuda.synchronize()
    fit = time.perf_counter() - start
    model.eval()
    likelihood.eval()
    with torch.no_grad():
        q = likelihood(model(data[torch.tensor(held, device=device)][:, :-1]))
        mean = q.mean.cpu().numpy() * scale[-1] + centre[-1]
        variance = q.variance.cpu().numpy() * scale[-1] ** 2
    miss = table[held, -1] - mean
    nll = 0.5 * (np.log(2 * np.pi * variance) + miss**2 / variance)
    name = args.table.split(".")[0]
    scores = {"seconds": fit, "rmse": np.sqrt((miss**2).mean()), "nll": nll.mean(), "test_rows": len(held)}
    keep("quality", f"{name}; sparse GP; {args.m}", "GPyTorch on the device", **scores)
    print(
        f"gpytorch quality {args.table} M {args.m} batch {args.batch[0]}: fit {fit:.1f} s, {taken} steps,"
        f" RMSE {np.sqrt((miss**2).mean()):.4f}, NLL {nll.mean():.4f}, {len(held)} test rows",
        flush=True,
    )


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--flow", choices=["identity", "sal"], default="identity")
    parser.add_argument("--m", type=int, default=100, help="inducing points")
    parser.add_argument("--d", type=int, default=8, help="inputs")
    parser.add_argument("--rows", type=int, default=640_000)
    parser.add_argument("--batch", type=int, nargs="+", default=[10_000, 640_000], help="rows of a batch")
    parser.add_argument("--seconds", type=float, default=2.0, help="timed, at least")
    parser.add_argument("--table", help="a CSV file of numbers, the target last; .gz or not")
    parser.add_argument("--splits", help="its test rows, a line per split")
    parser.add_argument("--most", type=int, default=1 << 30, help="test rows at most")
    args = parser.parse_args()
    torch.set_default_dtype(torch.float64)
    print("gpytorch", gpytorch.__version__, "torch", torch.__version__, torch.cuda.get_device_name(0))
    if args.table:
        quality(args)
    for size in [] if args.table else args.batch:
        steps(args, args.rows, min(size, args.rows))
