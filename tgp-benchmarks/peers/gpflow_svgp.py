"""Times one SVGP training step of GPflow, compiled by tf.function: float64, whitened,
full-covariance q, RBF with ARD, Gaussian likelihood, Adam over everything including Z."""

import os

from step_timing import arguments, data, report, timed

args = arguments(__doc__)
os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")

import gpflow
import numpy as np
import tensorflow as tf
import tf_keras

tf.config.threading.set_intra_op_parallelism_threads(args.threads)
tf.config.threading.set_inter_op_parallelism_threads(args.threads)


def main():
    X, y, Z = data(args.n, args.d, args.m)
    X, Y = tf.constant(X), tf.constant(y[:, None])
    kernel = gpflow.kernels.SquaredExponential(variance=2.0, lengthscales=np.full(args.d, 2.0))
    likelihood = gpflow.likelihoods.Gaussian(0.05)
    model = gpflow.models.SVGP(kernel, likelihood, Z, num_data=args.n)
    adam = tf_keras.optimizers.Adam(0.01)

    @tf.function
    def step():
        if args.batch < args.n:  # one gather; cheaper than a tf.data pipeline
            rows = tf.random.uniform((args.batch,), maxval=args.n, dtype=tf.int32)
            batch = tf.gather(X, rows), tf.gather(Y, rows)
        else:
            batch = X, Y
        with tf.GradientTape() as tape:
            loss = model.training_loss(batch)
        variables = model.trainable_variables
        adam.apply_gradients(zip(tape.gradient(loss, variables), variables))
        return loss

    last = [0.0]

    def wait():
        last[0] = float(step())  # reading the loss waits for the step

    times = timed(wait, args.steps)
    report(args, "svgp-step", "gpflow", gpflow.__version__, times, last[0])


if __name__ == "__main__":
    main()
