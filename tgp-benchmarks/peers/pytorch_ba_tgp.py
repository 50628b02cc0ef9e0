"""BA-TGP in idiomatic PyTorch: an input-dependent SAL flow behind a whitened sparse GP, MC dropout.

Times one training step (Adam over everything, Gauss-Hermite quadrature) and the prediction of all rows (mean and
log density) with many dropout masks. Prints one line of JSON.
"""

import argparse
import json
import math
import os
import time

parser = argparse.ArgumentParser()
parser.add_argument("--n", type=int, default=455)
parser.add_argument("--d", type=int, default=13)
parser.add_argument("--m", type=int, default=100)
parser.add_argument("--blocks", type=int, default=1)
parser.add_argument("--widths", default="25")
parser.add_argument("--activation", default="tanh", choices=["tanh", "relu"])
parser.add_argument("--dropout", type=float, default=0.5)
parser.add_argument("--nodes", type=int, default=100)
parser.add_argument("--masks", type=int, default=100)
parser.add_argument("--test", type=int, default=51)
parser.add_argument("--steps", type=int, default=100)
parser.add_argument("--threads", type=int, default=1)
parser.add_argument("--json", action="store_true")
args = parser.parse_args()
os.environ["OMP_NUM_THREADS"] = str(args.threads)
os.environ["MKL_NUM_THREADS"] = str(args.threads)

import numpy as np  # noqa: E402
import torch  # noqa: E402
from torch import nn  # noqa: E402

torch.set_num_threads(args.threads)
torch.set_default_dtype(torch.float64)
torch.manual_seed(0)


def mlp():
    layers, width = [], args.d
    for hidden in map(int, args.widths.split(",")):
        layers += [nn.Linear(width, hidden), nn.Tanh() if args.activation == "tanh" else nn.ReLU(), nn.Dropout(args.dropout)]
        width = hidden
    return nn.Sequential(*layers, nn.Linear(width, 1))


class BaTgp(nn.Module):
    def __init__(self, z):
        super().__init__()
        m = z.shape[0]
        self.z = nn.Parameter(z)
        self.raw_lengthscale = nn.Parameter(torch.full((args.d,), 1.85))
        self.raw_variance = nn.Parameter(torch.tensor(1.85))
        self.log_noise = nn.Parameter(torch.tensor(math.log(0.05)))
        self.q_mean = nn.Parameter(torch.zeros(m))
        self.q_scale = nn.Parameter(torch.eye(m) * 1e-5**0.5)
        self.skew = nn.ModuleList(mlp() for _ in range(args.blocks))
        self.tail = nn.ModuleList(mlp() for _ in range(args.blocks))
        self.shift = nn.Parameter(torch.zeros(args.blocks))
        self.log_stretch = nn.Parameter(torch.zeros(args.blocks))
        nodes, weights = np.polynomial.hermite.hermgauss(args.nodes)
        self.register_buffer("nodes", torch.from_numpy(nodes * math.sqrt(2))[:, None])
        self.register_buffer("log_weights", torch.from_numpy(np.log(weights / math.sqrt(math.pi)))[:, None])

    def kernel(self, a, b):
        lengthscale = nn.functional.softplus(self.raw_lengthscale)
        return nn.functional.softplus(self.raw_variance) * torch.exp(-0.5 * torch.cdist(a / lengthscale, b / lengthscale) ** 2)

    def latent(self, x):
        kzz = self.kernel(self.z, self.z) + 1e-8 * torch.eye(len(self.z))
        a = torch.linalg.solve_triangular(torch.linalg.cholesky(kzz), self.kernel(self.z, x), upper=False)
        mean = a.T @ self.q_mean
        projected = self.q_scale.tril().T @ a
        variance = nn.functional.softplus(self.raw_variance) - (a**2).sum(0) + (projected**2).sum(0)
        return mean, variance.clamp_min(1e-10)

    def flow(self, f, x):
        for k in range(args.blocks):
            a = self.skew[k](x).squeeze(-1)
            b = nn.functional.softplus(self.tail[k](x).squeeze(-1) + math.log(math.e - 1))
            f = self.shift[k] + self.log_stretch[k].exp() * torch.sinh(b * torch.asinh(f) - a)
        return f

    def transformed(self, x, mean, variance):
        return self.flow(mean + variance.sqrt() * self.nodes, x)

    def loss(self, x, y):
        mean, variance = self.latent(x)
        noise = self.log_noise.exp()
        residual = y - self.transformed(x, mean, variance)
        expectation = (self.log_weights.exp() * residual**2).sum(0)
        likelihood = (-0.5 * (math.log(2 * math.pi) + self.log_noise) - 0.5 * expectation / noise).sum()
        scale = self.q_scale.tril()
        divergence = 0.5 * ((scale**2).sum() + (self.q_mean**2).sum() - len(self.z)) - scale.diagonal().abs().log().sum()
        return divergence - likelihood

    @torch.no_grad()
    def predict(self, x, y):
        """Mean and log density, a mixture over nodes and masks; dropout stays on."""
        mean, variance = self.latent(x)
        normal = torch.distributions.Normal(0.0, (0.5 * self.log_noise).exp())
        means, densities = [], []
        for _ in range(args.masks):
            f = self.transformed(x, mean, variance)
            means.append((self.log_weights.exp() * f).sum(0))
            densities.append(torch.logsumexp(self.log_weights + normal.log_prob(y - f), 0))
        density = torch.logsumexp(torch.stack(densities), 0) - math.log(args.masks)
        return torch.stack(means).mean(0), density


x = torch.randn(args.n, args.d)
y = torch.sin(2 * x[:, 0]) + 0.5 * x[:, -1] + 0.2 * torch.randn(args.n)
model = BaTgp(torch.randn(args.m, args.d))
model.train()
optimiser = torch.optim.Adam(model.parameters(), lr=0.001, weight_decay=0.0)


def step():
    optimiser.zero_grad(set_to_none=True)
    loss = model.loss(x, y)
    loss.backward()
    optimiser.step()


def median(action, count):
    times = []
    for _ in range(count):
        start = time.perf_counter()
        action()
        times.append(time.perf_counter() - start)
    return 1e6 * sorted(times)[len(times) // 2]


for _ in range(max(3, args.steps // 10)):
    step()
step_us = median(step, args.steps)
rows, targets = x[: args.test].clone(), y[: args.test].clone()
if len(rows) < args.test:
    rows, targets = torch.randn(args.test, args.d), torch.randn(args.test)
model.predict(rows, targets)
predict_us = median(lambda: model.predict(rows, targets), 3)
result = {
    "name": "ba-tgp",
    "library": "pytorch",
    "version": torch.__version__,
    "n": args.n,
    "d": args.d,
    "m": args.m,
    "threads": args.threads,
    "step_us": step_us,
    "predict_us": predict_us,
    "predict_rows": args.test,
}
print(json.dumps(result))
