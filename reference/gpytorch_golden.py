"""The whitened Gaussian SVGP once more, from GPyTorch: two libraries must agree before we believe
either. main() refuses to write when GPyTorch and GPflow's svgp-gaussian differ."""

import gpytorch
import numpy as np
import torch
from gpytorch.variational import CholeskyVariationalDistribution, VariationalStrategy

from golden import Golden, inputs, out_directory, read, targets

torch.set_default_dtype(torch.float64)
torch.set_num_threads(1)

VERSIONS = {
    "gpytorch": gpytorch.__version__,
    "torch": torch.__version__.split("+")[0],
    "numpy": np.__version__,
}


class Svgp(gpytorch.models.ApproximateGP):
    def __init__(self, given):
        q = CholeskyVariationalDistribution(len(given["m"]))
        strategy = VariationalStrategy(
            self, torch.tensor(given["Z"]), q, learn_inducing_locations=True, jitter_val=0.0
        )
        super().__init__(strategy)
        self.mean_module = gpytorch.means.ZeroMean()
        base = gpytorch.kernels.RBFKernel(ard_num_dims=given["X"].shape[1])
        self.covar_module = gpytorch.kernels.ScaleKernel(base)
        base.lengthscale = torch.tensor(given["lengthscales"])
        self.covar_module.outputscale = float(given["variance"])
        q.variational_mean.data = torch.tensor(given["m"])
        q.chol_variational_covar.data = torch.tensor(given["L"])
        strategy.variational_params_initialized.fill_(1)

    def forward(self, x):
        return gpytorch.distributions.MultivariateNormal(self.mean_module(x), self.covar_module(x))


def constrained(module, raw_name):
    """The gradient of a constrained value from that of its raw one, and the value."""
    raw = getattr(module, raw_name)
    constraint = module.constraint_for_parameter_name(raw_name)
    leaf = raw.detach().clone().requires_grad_(True)
    value = constraint.transform(leaf)
    (slope,) = torch.autograd.grad(value.sum(), leaf)
    return value.detach().numpy().ravel(), (raw.grad / slope).numpy().ravel()


def main():
    out = out_directory()
    given = inputs()
    X, Xs = torch.tensor(given["X"]), torch.tensor(given["Xs"])
    y = targets(given["X"])["real"]
    model = Svgp(given)
    likelihood = gpytorch.likelihoods.GaussianLikelihood()
    likelihood.noise = 0.15
    model.train(), likelihood.train()
    elbo = len(y) * gpytorch.mlls.VariationalELBO(likelihood, model, num_data=len(y))(
        model(X), torch.tensor(y)
    )
    elbo.backward()

    q = model.variational_strategy._variational_distribution
    values = {"m": given["m"], "L": given["L"], "Z": given["Z"]}
    grads = {
        "m": q.variational_mean.grad.numpy(),
        "L": np.tril(q.chol_variational_covar.grad.numpy()),
        "Z": model.variational_strategy.inducing_points.grad.numpy(),
    }
    for name, module, raw in (
        ("variance", model.covar_module, "raw_outputscale"),
        ("lengthscales", model.covar_module.base_kernel, "raw_lengthscale"),
        ("noise", likelihood.noise_covar, "raw_noise"),
    ):
        values[name], grads[name] = constrained(module, raw)
    model.eval()
    with torch.no_grad():
        f = model(Xs)
    got = {"elbo": elbo.item(), "mean.Xs": f.mean.numpy(), "var.Xs": f.variance.numpy()}
    got.update({"kl": model.variational_strategy.kl_divergence().item()})
    got.update({"grad." + k: v for k, v in grads.items()})

    expected = read(out / "svgp-gaussian.csv")
    worst = max(
        np.max(np.abs(np.ravel(v) - expected[k].ravel()) / np.maximum(1, np.abs(expected[k].ravel())))
        for k, v in got.items()
    )
    print("largest relative difference to GPflow: %.2g" % worst)
    assert worst < 1e-9

    g = Golden("svgp-gaussian-gpytorch", "reference/gpytorch_golden.py", VERSIONS, 1e-8)
    g.note("model", "f ~ GP(0, rbf), whitened q(v) = N(m, L L'), u = chol(Kzz) v")
    g.note("p(y|f)", "N(y | f, noise)").note("expectation", "closed form").note("jitter", "0")
    g.note("elbo", "n times GPyTorch's VariationalELBO, which is per row")
    g.note("agreement", "with svgp-gaussian (GPflow) to %.1g relative" % worst)
    g.put("X", given["X"]).put("y", y).put("batchScale", 1.0).put_all(values)
    g.put("Xs", given["Xs"]).put_all(got).write(out)


if __name__ == "__main__":
    main()
