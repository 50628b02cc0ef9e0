"""Trains GPyTorch's SVGP on one split of a benchmark table and scores the test rows.

As the paper's SVGP was, with 100 inducing points: see gpytorch_quality.py, whose starting values and 15,000 steps of
Adam these are. Classes: one latent function each, Bernoulli for two and softmax for more. Batches of 1,024 rows where
there are more than 2,000.
"""

from contest import Contest, arguments

if __name__ == "__main__":
    args = arguments(__doc__)

import gpytorch
import numpy as np
import torch
from gpytorch.variational import (
    CholeskyVariationalDistribution,
    IndependentMultitaskVariationalStrategy,
    VariationalStrategy,
)
from sklearn.cluster import KMeans

from gpytorch_svgp import start

INDUCING, STEPS, RATE, BATCH, WHOLE = 100, 15000, 0.01, 1024, 2000
MOST_CLUSTERED = 20_000  # rows that k-means sees
PREDICTED, DRAWS = 2_000, 200  # test rows at a time; draws per row of more than two classes


class ClassSvgp(gpytorch.models.ApproximateGP):
    """Latent functions that share the inducing inputs at the start."""

    def __init__(self, Z, latents):
        shape = torch.Size([latents])
        q = CholeskyVariationalDistribution(len(Z), batch_shape=shape)
        own = VariationalStrategy(self, Z.expand(latents, *Z.shape).clone(), q, learn_inducing_locations=True)
        super().__init__(IndependentMultitaskVariationalStrategy(own, num_tasks=latents) if latents > 1 else own)
        self.mean_module = gpytorch.means.ZeroMean(batch_shape=shape)
        self.covar_module = gpytorch.kernels.ScaleKernel(
            gpytorch.kernels.RBFKernel(batch_shape=shape, ard_num_dims=Z.shape[1]), batch_shape=shape
        )
        self.covar_module.base_kernel.lengthscale = 2.0
        self.covar_module.outputscale = 2.0

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))



def centres(x, args):
    rows = np.random.RandomState(args.seed).permutation(len(x))[:MOST_CLUSTERED]
    m = min(INDUCING, len(x))
    return torch.tensor(KMeans(m, init="k-means++", n_init=10, random_state=args.seed).fit(x[rows]).cluster_centers_)


def begin(args, x):
    Z = centres(x, args)
    if args.classes == 0:
        model, likelihood = start(Z)
        q = model.variational_strategy._variational_distribution
        q.chol_variational_covar.data.mul_(np.sqrt(1e-5))
        model.variational_strategy.variational_params_initialized.fill_(1)  # keep q(v) as set
    elif args.classes == 2:
        model, likelihood = ClassSvgp(Z, 1), gpytorch.likelihoods.BernoulliLikelihood()
    else:
        model = ClassSvgp(Z, args.classes)
        likelihood = gpytorch.likelihoods.SoftmaxLikelihood(num_classes=args.classes, mixing_weights=False)
    return model.train(), likelihood.train()


def train(args, model, likelihood, x, y):
    mll = gpytorch.mlls.VariationalELBO(likelihood, model, num_data=len(y))
    adam = torch.optim.Adam([*model.parameters(), *likelihood.parameters()], lr=RATE)
    batches = []
    for _ in range(STEPS):
        if len(y) > WHOLE and not batches:
            batches = list(torch.randperm(len(y)).split(BATCH))
        rows = batches.pop() if len(y) > WHOLE else slice(None)
        adam.zero_grad()
        loss = -mll(model(x[rows]), y[rows]).mean()
        loss.backward()
        adam.step()
    model.eval(), likelihood.eval()


def forecast(args, model, likelihood, x):
    """Mean and standard deviation per row, or probabilities per row and class."""
    parts = []
    with torch.no_grad():
        for rows in x.split(PREDICTED):
            f = model(rows)
            if args.classes > 2:  # each row by itself: the library's own draws would factor all rows' covariance
                draws = f.mean + f.variance.sqrt() * torch.randn(DRAWS, *f.mean.shape)
                parts.append(torch.softmax(draws, -1).mean(0))
                continue
            p = likelihood(f)
            if args.classes == 0:
                parts.append(torch.stack([p.mean, p.stddev], 1))
            else:
                one = p.probs.reshape(-1)
                parts.append(torch.stack([1 - one, one], 1))
    return torch.cat(parts).numpy()


def main():
    torch.set_num_threads(args.threads)
    torch.manual_seed(args.seed)
    contest = Contest(args)
    mean, std = contest.x.mean(0), contest.x.std(0)
    std = np.where(std > 0, std, 1.0)
    x, test_x = (torch.tensor((part - mean) / std) for part in (contest.x, contest.test_x))
    numbers = args.classes == 0
    y_mean, y_std = (contest.y.mean(), contest.y.std()) if numbers else (0, 1)
    y = torch.tensor((contest.y - y_mean) / y_std if numbers else contest.y)
    model, likelihood = begin(args, x.numpy())
    train(args, model, likelihood, x, y.double() if args.classes == 2 else y)
    seconds = contest.seconds()
    p = forecast(args, model, likelihood, test_x)
    scores = contest.normal(y_mean + y_std * p[:, 0], y_std * p[:, 1]) if numbers else contest.probabilities(p)
    batches = f"batches of {BATCH}" if len(y) > WHOLE else "all rows at a time"
    spec = f"gpytorch {gpytorch.__version__}: SVGP, {INDUCING} inducing points, {STEPS} steps of Adam {RATE}, {batches}"
    contest.report(args, scores, seconds, spec)


if __name__ == "__main__":
    main()
