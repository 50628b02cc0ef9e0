"""Trains GPflow's sparse GP on one split of a benchmark table and scores the test rows.

--method svgp (the default): natural gradients (step 0.1) for q(u), Adam for all else, a compiled step, as GPflow's own
guide recommends. --method sgpr: the collapsed bound by Scipy's L-BFGS-B, at most so many iterations.
Z from k-means++ (best of 10), lengthscales and output scale 2.0, noise 0.05 with a floor of 1e-9, below any that data need.
"""

import os

from quality import arguments, run

args = arguments(__doc__)
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import gpflow
import numpy as np
import tensorflow as tf
import tf_keras

tf.config.threading.set_intra_op_parallelism_threads(args.threads)
tf.config.threading.set_inter_op_parallelism_threads(args.threads)

FLOOR = 1e-9


def kernel(d):
    return gpflow.kernels.SquaredExponential(variance=2.0, lengthscales=np.full(d, 2.0))


def noise():
    return gpflow.likelihoods.Gaussian(0.05, variance_lower_bound=FLOOR)


def score_of(model, table):
    def score():
        mean, variance = model.predict_y(table.test_x)
        return table.scores(mean.numpy()[:, 0], np.sqrt(variance.numpy()[:, 0]))

    return score


def sgpr(table, rate, steps, clock):
    data = table.x, table.y[:, None]
    model = gpflow.models.SGPR(data, kernel(table.x.shape[1]), table.centres(args), likelihood=noise())
    clock.score = score_of(model, table)
    done = [0]

    def after(*_):
        done[0] += 1
        clock.after(done[0])

    gpflow.optimizers.Scipy().minimize(
        model.training_loss, model.trainable_variables, step_callback=after, options={"maxiter": steps}
    )
    return clock.score


def svgp(table, rate, steps, clock):
    n, d = table.x.shape
    X, Y = tf.constant(table.x), tf.constant(table.y[:, None])
    model = gpflow.models.SVGP(kernel(d), noise(), table.centres(args), num_data=n)
    gpflow.set_trainable(model.q_mu, False)
    gpflow.set_trainable(model.q_sqrt, False)
    adam = tf_keras.optimizers.Adam(rate)
    natural = gpflow.optimizers.NaturalGradient(gamma=0.1)

    @tf.function
    def step():
        if args.batch < n:
            rows = tf.random.uniform((args.batch,), maxval=n, dtype=tf.int32)
            batch = tf.gather(X, rows), tf.gather(Y, rows)
        else:
            batch = X, Y
        loss = model.training_loss_closure(batch, compile=False)
        natural.minimize(loss, [(model.q_mu, model.q_sqrt)])
        with tf.GradientTape(watch_accessed_variables=False) as tape:
            tape.watch(model.trainable_variables)
            value = loss()
        variables = model.trainable_variables
        adam.apply_gradients(zip(tape.gradient(value, variables), variables))

    clock.score = score_of(model, table)
    for k in range(1, steps + 1):
        step()
        clock.after(k)
    return clock.score


def main():
    if args.layers != 1:
        raise SystemExit("GPflow itself has no deep GPs: --layers 1")
    if args.method not in ("", "svgp", "sgpr"):
        raise SystemExit(f"--method: expected svgp or sgpr but got {args.method}")
    tf.random.set_seed(args.seed)
    run(args, "gpflow", gpflow.__version__, sgpr if args.method == "sgpr" else svgp)


if __name__ == "__main__":
    main()
