"""Reads a .tgp model file with numpy alone; docs/model-file.md has the format.

    header, arrays = load("model.tgp")
    mean, variance = latent(header, arrays, x)   # rbf covariance, zero mean
"""

import hashlib
import json
import re
import struct

import numpy as np


def load(path):
    """The header and a dict of arrays by name."""
    data = open(path, "rb").read()
    magic, version, length, size = struct.unpack_from("<8sIIQ", data)
    if magic != b"\x89TGP\r\n\x1a\n" or version != 1 or size != len(data):
        raise ValueError(f"{path}: not a complete model file of version 1")
    if hashlib.sha256(data[:-32]).digest() != data[-32:]:
        raise ValueError(f"{path}: the checksum does not match")
    header = json.loads(data[24 : 24 + length])
    start = -(-(24 + length) // 8) * 8
    arrays = {}
    for a in header["arrays"]:
        n = int(np.prod(a["shape"], dtype=np.int64))
        arrays[a["name"]] = np.frombuffer(data, "<f8", n, start + a["offset"]).reshape(a["shape"])
    return header, arrays


def scaled(arrays, x):
    """The rows of x on the model's scale; columns with a curve by the normal scores of ranks."""
    out = (x - arrays["scaling/inputs/shift"]) / arrays["scaling/inputs/scale"]
    start = 0
    for j, count in enumerate(arrays.get("scaling/inputs/curves", [])):
        end = start + int(count)
        if end > start:
            knots = arrays["scaling/inputs/knots"][start:end]
            scores = arrays["scaling/inputs/scores"][start:end]
            middle = np.interp(0, scores, knots)
            below = np.maximum(0, knots[0] - x[:, j]) * scores[0] / (knots[0] - middle)
            above = np.maximum(0, x[:, j] - knots[-1]) * scores[-1] / (knots[-1] - middle)
            out[:, j] = np.interp(x[:, j], knots, scores) + tail(above) - tail(below)
        start = end
    return out


def tail(u):
    return np.minimum(u, 3) + np.log1p(np.maximum(u - 3, 0))


def latent(header, arrays, x):
    """Mean and variance of the first latent at the rows of x, given in their own units."""
    group = header["model"]["architecture"]["groups"][0]
    if not re.fullmatch(r"rbf(\([^()]*\))?", group["covariance"]) or group["mean"] != "zero":
        raise ValueError("expected an rbf covariance and a zero mean but got " + str(group))
    variance = arrays["parameters/covariance.variance"][0]
    lengthscales = arrays["parameters/covariance.lengthscales"]

    def k(a, b):
        r = (a[:, None, :] - b[None, :, :]) / lengthscales
        return variance * np.exp(-0.5 * (r**2).sum(axis=2))

    x = scaled(arrays, np.asarray(x, float))
    z = arrays["parameters/inducing"]
    a = np.linalg.solve(np.linalg.cholesky(k(z, z)), k(z, x)).T  # K_xz·L⁻ᵀ
    if "posteriors/0/variance" in arrays:
        deviation = np.diag(arrays["posteriors/0/variance"] - 1)
    else:
        deviation = arrays["posteriors/0/deviation"]  # S − I
    return a @ arrays["posteriors/0/mean"], variance + ((a @ deviation) * a).sum(axis=1)
