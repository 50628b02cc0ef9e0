"""Params of the estimators and models; docs/spark.md tells more of each."""
from typing import Any, Callable, Generic, Optional, Tuple, TypeVar

from pyspark.ml.param import Param, Params, TypeConverters

V = TypeVar("V")
O = TypeVar("O", bound=Params)


class _Getter(Generic[V]):
    """A method that returns a param's value."""

    def __init__(self, name: str, doc: str) -> None:
        self.name = name
        self.__doc__ = doc[0].upper() + doc[1:] + "."

    def __get__(self, owner: Any, cls: Any = None) -> Callable[[], V]:
        return lambda: owner.getOrDefault(self.name)


class _Setter(Generic[V]):
    """A method that sets a param and returns the owner."""

    def __init__(self, name: str, doc: str, default: Optional[V]) -> None:
        self.name = name
        self.default = default
        self.__doc__ = "Sets " + doc + "."

    def __get__(self, owner: O, cls: Any = None) -> Callable[[V], O]:
        if owner is None:
            return self  # type: ignore[return-value]
        return lambda value: owner._set(**{self.name: value})


def _setting(
    name: str, doc: str, convert: Callable[[Any], V], default: Optional[V] = None
) -> "Tuple[Param[V], _Getter[V], _Setter[V]]":
    """A param, its getter and its setter."""
    param: "Param[V]" = Param(Params._dummy(), name, doc, typeConverter=convert)
    return param, _Getter(name, doc), _Setter(name, doc, default)


class _Settings(Params):
    """Has the defaults of its params."""

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        for name in dir(type(self)):
            setter = getattr(type(self), name)
            if isinstance(setter, _Setter) and setter.default is not None:
                self._setDefault(**{setter.name: setter.default})


text = TypeConverters.toString
whole = TypeConverters.toInt
number = TypeConverters.toFloat
texts = TypeConverters.toListString
numbers = TypeConverters.toListFloat


class _ModelParams(_Settings):
    """What estimators and models share."""

    featuresCol, getFeaturesCol, setFeaturesCol = _setting("featuresCol", "the column of feature vectors", text, "features")
    predictionCol, getPredictionCol, setPredictionCol = _setting("predictionCol", "the new column of predictions", text, "prediction")


class _GPParams(_ModelParams):
    """What both estimators share."""

    inputCols, getInputCols, setInputCols = _setting("inputCols", "raw columns that are inputs, in place of feature vectors", texts)
    labelCol, getLabelCol, setLabelCol = _setting("labelCol", "the column of what is to be predicted", text, "label")
    covariance, getCovariance, setCovariance = _setting("covariance", "covariance in the model language", text, "rbf")
    mean, getMean, setMean = _setting("mean", "mean function in the model language", text, "zero")
    flow, getFlow, setFlow = _setting("flow", "flow in the model language, such as sal(3)", text, "identity")
    inducing, getInducing, setInducing = _setting("inducing", "M, the number of inducing points", whole, 100)
    inputScale, getInputScale, setInputScale = _setting("inputScale", "what is done to inputs: standard, ranks or raw", text, "standard")
    seed, getSeed, setSeed = _setting("seed", "the seed of every random choice", whole, 1)
    method, getMethod, setMethod = _setting("method", "how to train: auto, stochastic or collapsed", text, "auto")
    maxIter, getMaxIter, setMaxIter = _setting("maxIter", "steps at most; by default sized to the rows", whole)
    epochs, getEpochs, setEpochs = _setting("epochs", "passes over the rows, in place of maxIter", number)
    batchSize, getBatchSize, setBatchSize = _setting("batchSize", "rows of a minibatch; by default sized to the rows", whole)
    stepSize, getStepSize, setStepSize = _setting("stepSize", "learning rate; by default sized to the rows", number)
    validation, getValidation, setValidation = _setting("validation", "share of the rows held out to end training early; 0 for none", number, 0.0)
    patience, getPatience, setPatience = _setting("patience", "checks of the held-out rows without a better score after which training ends", whole, 10)
    partitions, getPartitions, setPartitions = _setting("partitions", "parts that the rows are laid out in; by default sized to the rows", whole)
    checkpointDir, getCheckpointDir, setCheckpointDir = _setting("checkpointDir", "a directory where the state of the fit is kept; none if empty", text, "")
    checkpointInterval, getCheckpointInterval, setCheckpointInterval = _setting("checkpointInterval", "steps between two states that are kept", whole, 100)
    auto, getAuto, setAuto = _setting("auto", "a search on some rows chooses the model: fast, good, best or a kind of model; none if empty", text, "")
    autoRows, getAutoRows, setAutoRows = _setting("autoRows", "rows that the search for a model sees", whole, 10000)
    autoSeconds, getAutoSeconds, setAutoSeconds = _setting("autoSeconds", "seconds for the search; by default as long as it takes", whole)


class _RegressionModelParams(_Settings):
    """Columns that a regression appends."""

    varianceCol, getVarianceCol, setVarianceCol = _setting("varianceCol", "the new column of predictive variances; none if empty", text, "")
    quantiles, getQuantiles, setQuantiles = _setting("quantiles", "levels of the quantiles", numbers, [0.025, 0.5, 0.975])
    quantilesCol, getQuantilesCol, setQuantilesCol = _setting("quantilesCol", "the new column of vectors of quantiles; none if empty", text, "")


class _RegressionParams(_Settings):
    """Of a regression alone."""

    likelihood, getLikelihood, setLikelihood = _setting("likelihood", "likelihood in the model language, such as student-t(4)", text, "gaussian")
    warp, getWarp, setWarp = _setting("warp", "a flow w in the model language: y = w(f + noise), in place of a likelihood", text)


class _ClassificationModelParams(_Settings):
    """Columns that a classification appends."""

    probabilityCol, getProbabilityCol, setProbabilityCol = _setting("probabilityCol", "the new column of class probabilities; none if empty", text, "probability")


class _ClassificationParams(_Settings):
    """Of a classification alone."""

    likelihood, getLikelihood, setLikelihood = _setting("likelihood", "likelihood in the model language; by default bernoulli(probit) or categorical(C)", text)
