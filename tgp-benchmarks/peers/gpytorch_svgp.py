"""Times one SVGP training step of GPyTorch: float64, whitened, full-covariance q, RBF with ARD,
Gaussian likelihood, Adam over everything including Z."""

from step_timing import arguments, data, report, timed

if __name__ == "__main__":
    args = arguments(__doc__)

import gpytorch
import torch
from gpytorch.variational import CholeskyVariationalDistribution, VariationalStrategy

torch.set_default_dtype(torch.float64)


class Svgp(gpytorch.models.ApproximateGP):
    def __init__(self, Z, q=None):
        q = CholeskyVariationalDistribution(Z.shape[0]) if q is None else q
        super().__init__(VariationalStrategy(self, Z, q, learn_inducing_locations=True))
        self.mean_module = gpytorch.means.ZeroMean()
        self.covar_module = gpytorch.kernels.ScaleKernel(
            gpytorch.kernels.RBFKernel(ard_num_dims=Z.shape[1])
        )

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


def noise_floor():
    """Far below the library's own 1e-4, which is more than the noise of some data."""
    return gpytorch.constraints.GreaterThan(1e-9)


def start(Z, lengthscale=2.0, outputscale=2.0, noise=0.05, q=None):
    """A model and its likelihood at the benchmark's starting values."""
    model = Svgp(Z, q)
    model.covar_module.base_kernel.lengthscale = lengthscale
    model.covar_module.outputscale = outputscale
    likelihood = gpytorch.likelihoods.GaussianLikelihood(noise_constraint=noise_floor())
    likelihood.noise = noise
    return model.train(), likelihood.train()


def main():
    torch.set_num_threads(args.threads)
    X, y, Z = (torch.tensor(a) for a in data(args.n, args.d, args.m))
    model, likelihood = start(Z)
    mll = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=args.n)
    adam = torch.optim.Adam([*model.parameters(), *likelihood.parameters()], lr=0.01)
    last = [0.0]

    def step():
        if args.batch < args.n:  # one gather; a DataLoader would collate row by row
            rows = torch.randint(args.n, (args.batch,))
            xb, yb = X[rows], y[rows]
        else:
            xb, yb = X, y
        adam.zero_grad()
        loss = -mll(model(xb), yb)
        loss.backward()
        adam.step()
        last[0] = args.n * loss.item()

    times = timed(step, args.steps)
    report(args, "svgp-step", "gpytorch", gpytorch.__version__, times, last[0])


if __name__ == "__main__":
    main()
