"""Trains GPyTorch's SVGP, or its deep GP, on one split of a benchmark table and scores the test rows.

SVGP as the paper's was: Z from k-means++ (best of 10), lengthscales and output scale 2.0, noise 0.05,
q(v) = N(0, 1e-5 I), Adam without a schedule. Deep GPs after GPyTorch's own example: linear means between
layers, 10 samples in training, q(v) as the library starts it; min(inputs, 16) hidden units as the paper's.
"""

from quality import Clock, Table, arguments, report

if __name__ == "__main__":
    args = arguments(__doc__)

import gpytorch
import numpy as np
import torch
from gpytorch.models.deep_gps import DeepGP, DeepGPLayer
from gpytorch.variational import CholeskyVariationalDistribution, VariationalStrategy

from gpytorch_svgp import start

TRAINING_SAMPLES, PREDICTION_SAMPLES = 10, 100


class Layer(DeepGPLayer):
    def __init__(self, Z, inputs, outputs):
        shape = torch.Size([]) if outputs is None else torch.Size([outputs])
        q = CholeskyVariationalDistribution(Z.shape[0], batch_shape=shape)
        Z = Z.expand(*shape, *Z.shape).clone()
        super().__init__(VariationalStrategy(self, Z, q, learn_inducing_locations=True), inputs, outputs)
        last = outputs is None
        self.mean_module = gpytorch.means.ConstantMean() if last else gpytorch.means.LinearMean(inputs)
        self.covar_module = gpytorch.kernels.ScaleKernel(
            gpytorch.kernels.RBFKernel(batch_shape=shape, ard_num_dims=inputs), batch_shape=shape
        )

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


class Deep(DeepGP):
    def __init__(self, Z, layers):
        super().__init__()
        inputs = Z.shape[1]
        units = min(inputs, 16)
        self.hidden = torch.nn.ModuleList(
            Layer(Z if k == 0 else torch.randn(len(Z), units), inputs if k == 0 else units, units)
            for k in range(layers - 1)
        )
        self.last = Layer(torch.randn(len(Z), units), units, None)
        self.likelihood = gpytorch.likelihoods.GaussianLikelihood()

    def forward(self, x):
        for layer in self.hidden:
            x = layer(x)
        return self.last(x)


def sparse(args, table):
    model, likelihood = start(torch.tensor(table.centres(args)))
    q = model.variational_strategy._variational_distribution
    q.chol_variational_covar.data.mul_(np.sqrt(1e-5))
    model.variational_strategy.variational_params_initialized.fill_(1)  # keep q(v) as set
    mll = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=len(table.y))

    def score():
        model.eval(), likelihood.eval()
        with torch.no_grad():
            p = likelihood(model(torch.tensor(table.test_x)))
        model.train(), likelihood.train()
        return table.scores(p.mean.numpy(), p.stddev.numpy())

    return [*model.parameters(), *likelihood.parameters()], model, mll, score


def deep(args, table):
    model = Deep(torch.tensor(table.centres(args)), args.layers)
    mll = gpytorch.mlls.DeepApproximateMLL(
        gpytorch.mlls.VariationalELBO(model.likelihood, model, num_data=len(table.y))
    )

    def score():
        model.eval()
        with torch.no_grad(), gpytorch.settings.num_likelihood_samples(PREDICTION_SAMPLES):
            f = model(torch.tensor(table.test_x))
            p = model.likelihood(f)
            density = model.likelihood.log_marginal(torch.tensor(table.test_y), f)
            density = torch.logsumexp(density, 0) - np.log(len(density))
            mean = p.mean.mean(0)
            variance = p.variance.mean(0) + p.mean.var(0, unbiased=False)
        model.train()
        return table.scores(mean.numpy(), variance.sqrt().numpy(), density.numpy())

    return list(model.parameters()), model, mll, score


def main():
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    table = Table(args)
    x, y = torch.tensor(table.x), torch.tensor(table.y)
    clock = Clock(args, None)
    parameters, model, mll, score = (sparse if args.layers == 1 else deep)(args, table)
    clock.score = score
    adam = torch.optim.Adam(parameters, lr=args.lr)
    whole, batches = args.batch >= len(y), []
    with gpytorch.settings.num_likelihood_samples(TRAINING_SAMPLES):
        for step in range(1, args.steps + 1):
            if not whole and not batches:
                batches = list(torch.randperm(len(y)).split(args.batch))
            rows = slice(None) if whole else batches.pop()
            adam.zero_grad()
            loss = -mll(model(x[rows]), y[rows])
            loss.backward()
            adam.step()
            clock.after(step)
    report(args, "gpytorch", gpytorch.__version__, clock.seconds(), score)


if __name__ == "__main__":
    main()
