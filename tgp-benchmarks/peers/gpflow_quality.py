"""Trains GPflow's SVGP on one split of a benchmark table and scores the test rows.

As GPflow's own guide recommends: natural gradients (step 0.1) for q(u), Adam for all else, a compiled step.
Z from k-means++ (best of 10), lengthscales and output scale 2.0, noise 0.05.
"""

import os

from quality import Clock, Table, arguments, report

args = arguments(__doc__)
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import gpflow
import numpy as np
import tensorflow as tf
import tf_keras

tf.config.threading.set_intra_op_parallelism_threads(args.threads)
tf.config.threading.set_inter_op_parallelism_threads(args.threads)
tf.random.set_seed(args.seed)


def main():
    if args.layers != 1:
        raise SystemExit("GPflow itself has no deep GPs: --layers 1")
    table = Table(args)
    n, d = table.x.shape
    X, Y = tf.constant(table.x), tf.constant(table.y[:, None])
    clock = Clock(args, None)
    kernel = gpflow.kernels.SquaredExponential(variance=2.0, lengthscales=np.full(d, 2.0))
    likelihood = gpflow.likelihoods.Gaussian(0.05)
    model = gpflow.models.SVGP(kernel, likelihood, table.centres(args), num_data=n)
    gpflow.set_trainable(model.q_mu, False)
    gpflow.set_trainable(model.q_sqrt, False)
    adam = tf_keras.optimizers.Adam(args.lr)
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

    def score():
        mean, variance = model.predict_y(table.test_x)
        return table.scores(mean.numpy()[:, 0], np.sqrt(variance.numpy()[:, 0]))

    clock.score = score
    for k in range(1, args.steps + 1):
        step()
        clock.after(k)
    report(args, "gpflow", gpflow.__version__, clock.seconds(), score)


if __name__ == "__main__":
    main()
