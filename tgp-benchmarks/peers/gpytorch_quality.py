"""Trains GPyTorch's SVGP, or its deep GP, on one split of a benchmark table and scores the test rows.

--method adam (the default): SVGP as the paper's was: Z from k-means++ (best of 10), lengthscales and output scale 2.0,
noise 0.05, q(v) = N(0, 1e-5 I), Adam without a schedule. --method ngd: natural gradients (step 0.1) for q(v), Adam for all
else. --layers 2 and more: deep GPs after GPyTorch's own example: linear means between layers, q(v) as the library starts it;
min(inputs, 16) hidden units as the paper's; --draws of each row in a training step, one as Salimbeni and Deisenroth (2017) have
it (the example: ten). The noise's floor is 1e-9, below any that data need.
"""

from quality import arguments, run

if __name__ == "__main__":
    args = arguments(__doc__)

import gpytorch
import numpy as np
import torch
from gpytorch.models.deep_gps import DeepGP, DeepGPLayer
from gpytorch.variational import CholeskyVariationalDistribution, NaturalVariationalDistribution, VariationalStrategy

from gpytorch_svgp import noise_floor, start

PREDICTION_SAMPLES, NATURAL_STEP = 100, 0.1


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
        self.likelihood = gpytorch.likelihoods.GaussianLikelihood(noise_constraint=noise_floor())

    def forward(self, x):
        for layer in self.hidden:
            x = layer(x)
        return self.last(x)


def sparse(table):
    Z = torch.tensor(table.centres(args))
    natural = args.method == "ngd"
    model, likelihood = start(Z, q=NaturalVariationalDistribution(len(Z)) if natural else None)
    if not natural:
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

    of_q = list(model.variational_parameters()) if natural else []
    others = list(model.hyperparameters()) if natural else list(model.parameters())
    return of_q, [*others, *likelihood.parameters()], model, mll, score


def deep(table):
    model = Deep(torch.tensor(table.centres(args)), args.layers)
    mll = gpytorch.mlls.DeepApproximateMLL(
        gpytorch.mlls.VariationalELBO(model.likelihood, model, num_data=len(table.y))
    )

    def score():
        model.eval()
        with torch.no_grad(), gpytorch.settings.num_likelihood_samples(PREDICTION_SAMPLES):
            p = model.likelihood(model(torch.tensor(table.test_x)))
        model.train()
        return table.scores(p.mean.numpy(), p.stddev.numpy())

    return [], list(model.parameters()), model, mll, score


def fit(table, rate, steps, clock):
    torch.manual_seed(args.seed)
    x, y = torch.tensor(table.x), torch.tensor(table.y)
    of_q, parameters, model, mll, clock.score = (sparse if args.layers == 1 else deep)(table)
    optimisers = [torch.optim.Adam(parameters, lr=rate)]
    if of_q:
        optimisers.append(gpytorch.optim.NGD(of_q, num_data=len(y), lr=NATURAL_STEP))
    whole, batches = args.batch >= len(y), []
    with gpytorch.settings.num_likelihood_samples(args.draws):
        for step in range(1, steps + 1):
            if not whole and not batches:
                batches = list(torch.randperm(len(y)).split(args.batch))
            rows = slice(None) if whole else batches.pop()
            for optimiser in optimisers:
                optimiser.zero_grad()
            loss = -mll(model(x[rows]), y[rows])
            loss.backward()
            for optimiser in optimisers:
                optimiser.step()
            clock.after(step)
    return clock.score


def main():
    if args.method not in ("", "adam", "ngd") or (args.method == "ngd" and args.layers > 1):
        raise SystemExit(f"--method: expected adam, or ngd with one layer, but got {args.method}")
    torch.set_num_threads(args.threads)
    run(args, "gpytorch", gpytorch.__version__, fit)


if __name__ == "__main__":
    main()
