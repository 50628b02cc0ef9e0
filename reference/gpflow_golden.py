"""Golden values from GPflow: covariances, SVGP bounds with gradients, predictions, GPR, SGPR, KL."""

import gpflow
import numpy as np
import tensorflow as tf

from golden import Golden, SEED, inputs, out_directory, targets

VERSIONS = {"gpflow": gpflow.__version__, "tensorflow": tf.__version__, "numpy": np.__version__}
NODES = 20

gpflow.config.set_default_float(np.float64)
gpflow.config.set_default_jitter(0.0)  # M is small and Z well spread: no jitter is needed


def golden(name, tolerance=1e-9):
    return Golden(name, "reference/gpflow_golden.py", VERSIONS, tolerance)


def free(value):
    """A parameter without a transform, so that its gradient is of the constrained value itself."""
    return gpflow.Parameter(np.asarray(value, dtype=np.float64))


def gradients(objective, variables):
    """The objective's value and its gradient by name."""
    with tf.GradientTape() as tape:
        value = objective()
    grads = tape.gradient(value, [p.unconstrained_variable for p in variables.values()])
    return value.numpy(), {k: tf.convert_to_tensor(g).numpy() for k, g in zip(variables, grads)}


# ---- covariances


def rbf():
    k = gpflow.kernels.SquaredExponential()
    k.variance, k.lengthscales = free(1.3), free([0.9, 1.4])
    return k, {"variance": k.variance, "lengthscales": k.lengthscales}


def stationary(cls):
    k = cls()
    k.variance, k.lengthscales = free(0.8), free([0.7, 1.6])
    return k, {"variance": k.variance, "lengthscales": k.lengthscales}


def covariance_cases():
    K = gpflow.kernels
    yield "rbf", "variance*exp(-r2/2), r2 = sum_d ((x_d-z_d)/lengthscales_d)^2", rbf()
    yield "matern12", "variance*exp(-r), r as in rbf", stationary(K.Matern12)
    yield (
        "matern32",
        "variance*(1+sqrt(3)r)*exp(-sqrt(3)r), r as in rbf",
        stationary(K.Matern32),
    )
    yield (
        "matern52",
        "variance*(1+sqrt(5)r+5r^2/3)*exp(-sqrt(5)r), r as in rbf",
        stationary(K.Matern52),
    )
    k, p = stationary(K.RationalQuadratic)
    k.alpha = free(1.7)
    yield (
        "rational-quadratic",
        "variance*(1+r2/(2 alpha))^(-alpha), r2 as in rbf",
        (k, {**p, "alpha": k.alpha}),
    )
    base, p = stationary(K.SquaredExponential)
    k = K.Periodic(base)
    k.period = free([1.9, 2.6])
    yield (
        "periodic",
        "variance*exp(-0.5*sum_d (sin(pi(x_d-z_d)/period_d)/lengthscales_d)^2);"
        " MacKay's and scikit-learn's form has 2 in place of 0.5 (their lengthscale is twice this"
        " one), GPyTorch's has 2/lengthscale in place of 0.5/lengthscale^2",
        (k, {**p, "period": k.period}),
    )
    k, p = stationary(K.Cosine)
    k.lengthscales = free([2.1, 3.3])
    yield (
        "cosine",
        "variance*cos(2 pi sum_d (x_d-z_d)/lengthscales_d): the SUM of scaled differences, not a"
        " distance; GPyTorch's is cos(pi*|x-z|/period)",
        (k, {"variance": k.variance, "lengthscales": k.lengthscales}),
    )
    k = K.Linear()
    k.variance = free([0.6, 1.1])
    yield "linear", "sum_d variance_d*x_d*z_d, no bias", (k, {"variance": k.variance})
    k = K.Polynomial(degree=3.0)
    k.variance, k.offset = free([0.6, 1.1]), free(0.7)
    yield (
        "polynomial3",
        "(sum_d variance_d*x_d*z_d + offset)^3: variances inside the power",
        (k, {"variance": k.variance, "offset": k.offset}),
    )
    for order in (0, 1, 2):
        k = K.ArcCosine(order=order)
        k.variance, k.weight_variances, k.bias_variance = free(0.9), free([0.8, 1.5]), free(0.4)
        yield (
            f"arccosine{order}",
            "variance/pi*J(theta)*(|x||z|)^order, <x,z> = sum_d weightVariances_d*x_d*z_d +"
            " biasVariance, |x|^2 = <x,x>, theta = acos(<x,z>/(|x||z|)) (GPflow moves the cosine"
            " by 1e-15); J0 = pi-theta, J1 = sin+(pi-theta)cos, J2 = 3 sin cos +"
            " (pi-theta)(1+2cos^2)",
            (
                k,
                {
                    "variance": k.variance,
                    "weightVariances": k.weight_variances,
                    "biasVariance": k.bias_variance,
                },
            ),
        )
    a, _ = stationary(K.Matern52)
    b = K.Linear(active_dims=[1])
    b.variance = free(0.5)
    c, _ = rbf()
    yield (
        "sum-product",
        "matern52(matern.variance, matern.lengthscales) + linear[1](linear.variance) *"
        " rbf(rbf.variance, rbf.lengthscales)",
        (
            a + b * c,
            {
                "matern.variance": a.variance,
                "matern.lengthscales": a.lengthscales,
                "linear.variance": b.variance,
                "rbf.variance": c.variance,
                "rbf.lengthscales": c.lengthscales,
            },
        ),
    )


def covariances(out):
    r = np.random.RandomState(SEED + 7)
    X, Z, w = free(r.randn(7, 2)), free(r.randn(4, 2)), r.randn(7, 4)
    dw = r.randn(7)
    for name, formula, (k, p) in covariance_cases():
        g = golden("covariance-" + name).note("k(x,z)", formula)
        g.note("grad", "of sum_ij W_ij K_ij; gradDiag: of sum_i w_i k(x_i,x_i)")
        g.put("X", X.numpy()).put("Z", Z.numpy()).put("W", w).put("w", dw)
        g.put_all({n: v.numpy() for n, v in p.items()})
        g.put("K", k(X, Z).numpy()).put("diag", k(X, full_cov=False).numpy())
        _, grads = gradients(lambda: tf.reduce_sum(w * k(X, Z)), {"X": X, "Z": Z, **p})
        g.put_all(grads, "grad.")
        variables = {"X": X, **p}
        with tf.GradientTape() as tape:
            value = tf.reduce_sum(dw * k(X, full_cov=False))
        diag = tape.gradient(
            value,
            [v.unconstrained_variable for v in variables.values()],
            unconnected_gradients=tf.UnconnectedGradients.ZERO,
        )
        g.put_all(
            {n: tf.convert_to_tensor(v).numpy() for n, v in zip(variables, diag)}, "gradDiag."
        )
        g.write(out)


# ---- sparse variational GP


def phi(x):
    """The exact standard normal CDF: GPflow's inv_probit squeezes it into (1e-3, 1-1e-3)."""
    return 0.5 * tf.math.erfc(-x / np.sqrt(2.0))


class ExactBernoulli(gpflow.likelihoods.Bernoulli):
    """GPflow's probit likelihood with log Φ(±f) itself: its own log(1 − Φ(f)) is −∞ from f = 8.3."""

    def _scalar_log_prob(self, X, F, Y):
        return tf.math.log(phi((2.0 * Y - 1.0) * F))


class ExactBeta(gpflow.likelihoods.Beta):
    """GPflow's beta likelihood with β = scale·Φ(−f), which does not round to zero at large f."""

    def _scalar_log_prob(self, X, F, Y):
        return gpflow.logdensities.beta(Y, self.scale * phi(F), self.scale * phi(-F))


class ExactOrdinal(gpflow.likelihoods.Ordinal):
    """GPflow's ordinal likelihood with the exact Φ and without its 1e-6 inside the log."""

    def _scalar_log_prob(self, X, F, Y):
        inf = np.array([np.inf])
        edges = self.bin_edges / self.sigma
        y = tf.cast(Y, tf.int32)
        upper = tf.gather(tf.concat([edges, inf], 0), y) - F / self.sigma
        lower = tf.gather(tf.concat([-inf, edges], 0), y) - F / self.sigma
        # Φ(b) − Φ(a) = Φ(−a) − Φ(−b): taken in the left tail, where it does not cancel
        right = lower > 0
        return tf.math.log(
            phi(tf.where(right, -lower, upper)) - phi(tf.where(right, -upper, lower))
        )


def likelihood_cases():
    L = gpflow.likelihoods
    nodes = gpflow.quadrature.NDiagGHQuadrature(1, NODES)
    by_nodes = f"{NODES} Gauss-Hermite nodes"

    lik = L.Gaussian()
    lik.variance = free(0.15)
    yield "gaussian", "real", lik, {"noise": lik.variance}, "N(y | f, noise)", "closed form", 1.0
    yield (
        "gaussian-minibatch",
        "real",
        lik,
        {"noise": lik.variance},
        "N(y | f, noise)",
        "closed form",
        3.0,
    )
    lik = L.StudentT(df=4.0, quadrature=nodes)
    lik.scale = free(0.35)
    yield (
        "student-t",
        "real",
        lik,
        {"scale": lik.scale},
        "(y-f)/scale ~ t with 4 degrees of freedom; scale is not squared",
        by_nodes,
        1.0,
    )
    lik = ExactBernoulli(quadrature=nodes)
    yield "bernoulli-probit", "binary", lik, {}, "P(y=1) = Phi(f), exact", by_nodes, 1.0
    lik = L.Bernoulli(invlink=tf.sigmoid, quadrature=nodes)
    yield "bernoulli-logit", "binary", lik, {}, "P(y=1) = 1/(1+exp(-f))", by_nodes, 1.0
    yield "poisson", "count", L.Poisson(), {}, "Poisson(y | exp(f))", "closed form", 1.0
    yield (
        "exponential",
        "positive",
        L.Exponential(),
        {},
        "exponential with mean exp(f)",
        "closed form",
        1.0,
    )
    lik = L.Gamma()
    lik.shape = free(2.2)
    yield (
        "gamma",
        "positive",
        lik,
        {"shape": lik.shape},
        "gamma with shape and scale exp(f), so the mean is shape*exp(f)",
        "closed form",
        1.0,
    )
    lik = ExactBeta(quadrature=nodes)
    lik.scale = free(6.5)
    yield (
        "beta",
        "proportion",
        lik,
        {"scale": lik.scale},
        "beta with mean Phi(f) (exact) and alpha+beta = scale",
        by_nodes,
        1.0,
    )
    lik = ExactOrdinal(np.array([-0.6, 0.7]), quadrature=nodes)
    lik.bin_edges, lik.sigma = free([-0.6, 0.7]), free(0.8)
    yield (
        "ordinal",
        "level",
        lik,
        {"cuts": lik.bin_edges, "sigma": lik.sigma},
        "P(y=k) = Phi((cuts_k-f)/sigma) - Phi((cuts_(k-1)-f)/sigma), levels 0..2, exact Phi",
        by_nodes,
        1.0,
    )


def svgp(out):
    given = inputs()
    y_of = targets(given["X"])
    X, Xs = given["X"], given["Xs"]
    cases = [(c, rbf(), "rbf") for c in likelihood_cases()]
    first = next(likelihood_cases())
    cases.append((("gaussian-matern52",) + first[1:], stationary(gpflow.kernels.Matern52), "matern52"))
    for (name, kind, lik, lik_params, density, how, scale), (kernel, p), covariance in cases:
        Y = y_of[kind][:, None]
        model = gpflow.models.SVGP(kernel, lik, free(given["Z"]).numpy(), num_data=scale * len(Y))
        model.inducing_variable.Z = free(given["Z"])
        model.q_mu = free(given["m"][:, None])
        model.q_sqrt = free(given["L"][None])
        params = {"m": model.q_mu, "L": model.q_sqrt, "Z": model.inducing_variable.Z, **p}
        params.update(lik_params)

        g = golden("svgp-" + name)
        g.note("model", f"f ~ GP(0, {covariance}), whitened q(v) = N(m, L L'), u = chol(Kzz) v")
        g.note("p(y|f)", density).note("expectation", how).note("jitter", "0")
        g.note("elbo", "batchScale*sum(ell) - kl").note("grad", "of elbo; grad.L: lower triangle")
        g.put("X", X).put("y", Y[:, 0]).put("batchScale", scale)
        shapes = {"m": (-1,), "L": given["L"].shape}
        g.put_all({n: v.numpy().reshape(shapes.get(n, v.shape)) for n, v in params.items()})
        mean, var = model.predict_f(X)
        g.put("mean", mean.numpy()[:, 0]).put("var", var.numpy()[:, 0])
        g.put("ell", lik.variational_expectations(X, mean, var, Y).numpy())
        g.put("kl", model.prior_kl().numpy())
        elbo, grads = gradients(lambda: model.elbo((X, Y)), params)
        g.put("elbo", elbo)
        grads["L"] = np.tril(grads["L"][0])
        g.put_all(grads, "grad.")
        means, variances = model.predict_f(Xs)
        g.put("Xs", Xs).put("mean.Xs", means.numpy()[:, 0]).put("var.Xs", variances.numpy()[:, 0])
        if name == "gaussian":
            ys = targets(Xs)["real"]
            logp = lik.predict_log_density(Xs, means, variances, ys[:, None])
            g.put("ys", ys).put("logDensity.Xs", logp.numpy())
        g.write(out)


# ---- exact and collapsed regression


def regression(out):
    given = inputs()
    X, Xs = given["X"], given["Xs"]
    Y = targets(X)["real"][:, None]
    kernel, p = rbf()
    noise = free(0.15)

    model = gpflow.models.GPR((X, Y), kernel)
    model.likelihood.variance = noise
    bound, grads = gradients(model.log_marginal_likelihood, {**p, "noise": noise})
    g = golden("gpr").note("model", "exact GP regression, zero mean, rbf, noise variance")
    g.put("X", X).put("y", Y[:, 0]).put("noise", 0.15)
    g.put_all({n: v.numpy() for n, v in p.items()})
    g.put("logMarginalLikelihood", bound).put_all(grads, "grad.")
    mean, var = model.predict_f(Xs)
    g.put("Xs", Xs).put("mean.Xs", mean.numpy()[:, 0]).put("var.Xs", var.numpy()[:, 0])
    g.write(out)

    model = gpflow.models.SGPR((X, Y), kernel, given["Z"])
    model.inducing_variable.Z = free(given["Z"])
    model.likelihood.variance = noise
    params = {**p, "noise": noise, "Z": model.inducing_variable.Z}
    bound, grads = gradients(model.elbo, params)
    g = golden("sgpr").note("model", "collapsed (Titsias) bound, zero mean, rbf, noise variance")
    g.note("jitter", "0").note("var.Xs", "of the latent f, noise not added")
    g.put("X", X).put("y", Y[:, 0])
    g.put_all({n: v.numpy() for n, v in params.items()})
    g.put("bound", bound).put_all(grads, "grad.")
    mean, var = model.predict_f(Xs)
    g.put("Xs", Xs).put("mean.Xs", mean.numpy()[:, 0]).put("var.Xs", var.numpy()[:, 0])
    mu, cov = model.compute_qu()
    g.note("qu", "the optimal q(u) = N(qu.mean, qu.cov), not whitened")
    g.put("qu.mean", mu.numpy()[:, 0]).put("qu.cov", cov.numpy())
    g.write(out)


def divergence(out):
    given = inputs()
    kernel, p = rbf()
    K = kernel(given["Z"]).numpy()
    m, L = free(given["m"][:, None]), free(given["L"][None])
    g = golden("kl").note("kl.white", "KL[N(m, L L') || N(0, I)]")
    g.note("kl.prior", "KL[N(m, L L') || N(0, K)]")
    g.put("m", given["m"]).put("L", given["L"]).put("K", K)
    for name, prior in (("white", None), ("prior", K)):
        kl, grads = gradients(
            lambda: gpflow.kullback_leiblers.gauss_kl(m, L, prior), {"m": m, "L": L}
        )
        g.put("kl." + name, kl)
        g.put(f"grad.{name}.m", grads["m"][:, 0]).put(f"grad.{name}.L", np.tril(grads["L"][0]))
    g.write(out)


if __name__ == "__main__":
    directory = out_directory()
    covariances(directory)
    svgp(directory)
    regression(directory)
    divergence(directory)
