"""Params of the estimators and models; what each is, and its default, is in docs/spark.md."""
from typing import Any, List, TypeVar

from pyspark.ml.param import Param, Params, TypeConverters

P = TypeVar("P", bound=Params)


class _GPParams(Params):
    """What both estimators share."""

    featuresCol: Param[str] = Param(
        Params._dummy(), "featuresCol", "the column of feature vectors", typeConverter=TypeConverters.toString
    )
    inputCols: Param[List[str]] = Param(
        Params._dummy(), "inputCols", "raw columns that are inputs, in place of feature vectors", typeConverter=TypeConverters.toListString
    )
    labelCol: Param[str] = Param(
        Params._dummy(), "labelCol", "the column of what is to be predicted", typeConverter=TypeConverters.toString
    )
    predictionCol: Param[str] = Param(
        Params._dummy(), "predictionCol", "the new column of predictions", typeConverter=TypeConverters.toString
    )
    covariance: Param[str] = Param(
        Params._dummy(), "covariance", "covariance in the model language", typeConverter=TypeConverters.toString
    )
    mean: Param[str] = Param(
        Params._dummy(), "mean", "mean function in the model language", typeConverter=TypeConverters.toString
    )
    flow: Param[str] = Param(
        Params._dummy(), "flow", "flow in the model language, such as sal(3)", typeConverter=TypeConverters.toString
    )
    inducing: Param[int] = Param(
        Params._dummy(), "inducing", "M, the number of inducing points", typeConverter=TypeConverters.toInt
    )
    inputScale: Param[str] = Param(
        Params._dummy(), "inputScale", "what is done to inputs: standard, ranks or raw", typeConverter=TypeConverters.toString
    )
    method: Param[str] = Param(
        Params._dummy(), "method", "how to train: auto, stochastic or collapsed", typeConverter=TypeConverters.toString
    )
    maxIter: Param[int] = Param(
        Params._dummy(), "maxIter", "steps at most; by default sized to the rows", typeConverter=TypeConverters.toInt
    )
    epochs: Param[float] = Param(
        Params._dummy(),
        "epochs",
        "passes over the rows, in place of maxIter",
        typeConverter=TypeConverters.toFloat,
    )
    batchSize: Param[int] = Param(
        Params._dummy(), "batchSize", "rows of a minibatch; by default sized to the rows", typeConverter=TypeConverters.toInt
    )
    stepSize: Param[float] = Param(
        Params._dummy(), "stepSize", "learning rate; by default sized to the rows", typeConverter=TypeConverters.toFloat
    )
    validation: Param[float] = Param(
        Params._dummy(), "validation", "share of the rows held out to end training early; 0 for none", typeConverter=TypeConverters.toFloat
    )
    patience: Param[int] = Param(
        Params._dummy(), "patience", "checks of the held-out rows without a better score after which training ends", typeConverter=TypeConverters.toInt
    )
    checkpointDir: Param[str] = Param(
        Params._dummy(), "checkpointDir", "a directory where the state of the fit is kept; none if empty", typeConverter=TypeConverters.toString
    )
    checkpointInterval: Param[int] = Param(
        Params._dummy(), "checkpointInterval", "steps between two states that are kept", typeConverter=TypeConverters.toInt
    )
    auto: Param[str] = Param(
        Params._dummy(), "auto", "a search on some rows chooses the model: fast, good, best or a kind of model; none if empty", typeConverter=TypeConverters.toString
    )
    autoRows: Param[int] = Param(
        Params._dummy(), "autoRows", "rows that the search for a model sees", typeConverter=TypeConverters.toInt
    )
    autoSeconds: Param[int] = Param(
        Params._dummy(), "autoSeconds", "seconds for the search; by default as long as it takes", typeConverter=TypeConverters.toInt
    )
    seed: Param[int] = Param(
        Params._dummy(), "seed", "the seed of every random choice", typeConverter=TypeConverters.toInt
    )

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._setDefault(featuresCol="features", labelCol="label", predictionCol="prediction", covariance="rbf", mean="zero", flow="identity", inducing=100, inputScale="standard", method="auto", validation=0.0, patience=10, checkpointDir="", checkpointInterval=100, auto="", autoRows=10000, seed=1)

    def getFeaturesCol(self) -> str:
        """The column of feature vectors."""
        return self.getOrDefault(self.featuresCol)

    def setFeaturesCol(self: P, value: str) -> P:
        """Sets the column of feature vectors."""
        return self._set(featuresCol=value)  # type: ignore[return-value]

    def getInputCols(self) -> List[str]:
        """Raw columns that are inputs, in place of feature vectors."""
        return self.getOrDefault(self.inputCols)

    def setInputCols(self: P, value: List[str]) -> P:
        """Sets raw columns that are inputs, in place of feature vectors."""
        return self._set(inputCols=value)  # type: ignore[return-value]

    def getLabelCol(self) -> str:
        """The column of what is to be predicted."""
        return self.getOrDefault(self.labelCol)

    def setLabelCol(self: P, value: str) -> P:
        """Sets the column of what is to be predicted."""
        return self._set(labelCol=value)  # type: ignore[return-value]

    def getPredictionCol(self) -> str:
        """The new column of predictions."""
        return self.getOrDefault(self.predictionCol)

    def setPredictionCol(self: P, value: str) -> P:
        """Sets the new column of predictions."""
        return self._set(predictionCol=value)  # type: ignore[return-value]

    def getCovariance(self) -> str:
        """Covariance in the model language."""
        return self.getOrDefault(self.covariance)

    def setCovariance(self: P, value: str) -> P:
        """Sets covariance in the model language."""
        return self._set(covariance=value)  # type: ignore[return-value]

    def getMean(self) -> str:
        """Mean function in the model language."""
        return self.getOrDefault(self.mean)

    def setMean(self: P, value: str) -> P:
        """Sets mean function in the model language."""
        return self._set(mean=value)  # type: ignore[return-value]

    def getFlow(self) -> str:
        """Flow in the model language, such as sal(3)."""
        return self.getOrDefault(self.flow)

    def setFlow(self: P, value: str) -> P:
        """Sets flow in the model language, such as sal(3)."""
        return self._set(flow=value)  # type: ignore[return-value]

    def getInducing(self) -> int:
        """M, the number of inducing points."""
        return self.getOrDefault(self.inducing)

    def setInducing(self: P, value: int) -> P:
        """Sets M, the number of inducing points."""
        return self._set(inducing=value)  # type: ignore[return-value]

    def getInputScale(self) -> str:
        """What is done to inputs: standard, ranks or raw."""
        return self.getOrDefault(self.inputScale)

    def setInputScale(self: P, value: str) -> P:
        """Sets what is done to inputs: standard, ranks or raw."""
        return self._set(inputScale=value)  # type: ignore[return-value]

    def getMethod(self) -> str:
        """How to train: auto, stochastic or collapsed."""
        return self.getOrDefault(self.method)

    def setMethod(self: P, value: str) -> P:
        """Sets how to train: auto, stochastic or collapsed."""
        return self._set(method=value)  # type: ignore[return-value]

    def getMaxIter(self) -> int:
        """Steps at most; by default sized to the rows."""
        return self.getOrDefault(self.maxIter)

    def setMaxIter(self: P, value: int) -> P:
        """Sets steps at most; by default sized to the rows."""
        return self._set(maxIter=value)  # type: ignore[return-value]

    def getEpochs(self) -> float:
        """Passes over the rows, in place of maxIter."""
        return self.getOrDefault(self.epochs)

    def setEpochs(self: P, value: float) -> P:
        """Sets passes over the rows, in place of maxIter."""
        return self._set(epochs=value)  # type: ignore[return-value]

    def getBatchSize(self) -> int:
        """Rows of a minibatch; by default sized to the rows."""
        return self.getOrDefault(self.batchSize)

    def setBatchSize(self: P, value: int) -> P:
        """Sets rows of a minibatch; by default sized to the rows."""
        return self._set(batchSize=value)  # type: ignore[return-value]

    def getStepSize(self) -> float:
        """Learning rate; by default sized to the rows."""
        return self.getOrDefault(self.stepSize)

    def setStepSize(self: P, value: float) -> P:
        """Sets learning rate; by default sized to the rows."""
        return self._set(stepSize=value)  # type: ignore[return-value]

    def getValidation(self) -> float:
        """Share of the rows held out to end training early; 0 for none."""
        return self.getOrDefault(self.validation)

    def setValidation(self: P, value: float) -> P:
        """Sets share of the rows held out to end training early; 0 for none."""
        return self._set(validation=value)  # type: ignore[return-value]

    def getPatience(self) -> int:
        """Checks of the held-out rows without a better score after which training ends."""
        return self.getOrDefault(self.patience)

    def setPatience(self: P, value: int) -> P:
        """Sets checks of the held-out rows without a better score after which training ends."""
        return self._set(patience=value)  # type: ignore[return-value]

    def getCheckpointDir(self) -> str:
        """A directory where the state of the fit is kept; none if empty."""
        return self.getOrDefault(self.checkpointDir)

    def setCheckpointDir(self: P, value: str) -> P:
        """Sets a directory where the state of the fit is kept; none if empty."""
        return self._set(checkpointDir=value)  # type: ignore[return-value]

    def getCheckpointInterval(self) -> int:
        """Steps between two states that are kept."""
        return self.getOrDefault(self.checkpointInterval)

    def setCheckpointInterval(self: P, value: int) -> P:
        """Sets steps between two states that are kept."""
        return self._set(checkpointInterval=value)  # type: ignore[return-value]

    def getAuto(self) -> str:
        """A search on some rows chooses the model: fast, good, best or a kind of model; none if empty."""
        return self.getOrDefault(self.auto)

    def setAuto(self: P, value: str) -> P:
        """Sets a search on some rows chooses the model: fast, good, best or a kind of model; none if empty."""
        return self._set(auto=value)  # type: ignore[return-value]

    def getAutoRows(self) -> int:
        """Rows that the search for a model sees."""
        return self.getOrDefault(self.autoRows)

    def setAutoRows(self: P, value: int) -> P:
        """Sets rows that the search for a model sees."""
        return self._set(autoRows=value)  # type: ignore[return-value]

    def getAutoSeconds(self) -> int:
        """Seconds for the search; by default as long as it takes."""
        return self.getOrDefault(self.autoSeconds)

    def setAutoSeconds(self: P, value: int) -> P:
        """Sets seconds for the search; by default as long as it takes."""
        return self._set(autoSeconds=value)  # type: ignore[return-value]

    def getSeed(self) -> int:
        """The seed of every random choice."""
        return self.getOrDefault(self.seed)

    def setSeed(self: P, value: int) -> P:
        """Sets the seed of every random choice."""
        return self._set(seed=value)  # type: ignore[return-value]


class _RegressionModelParams(Params):
    """Columns that a regression appends."""

    varianceCol: Param[str] = Param(
        Params._dummy(), "varianceCol", "the new column of predictive variances; none if empty", typeConverter=TypeConverters.toString
    )
    quantiles: Param[List[float]] = Param(
        Params._dummy(), "quantiles", "levels of the quantiles", typeConverter=TypeConverters.toListFloat
    )
    quantilesCol: Param[str] = Param(
        Params._dummy(), "quantilesCol", "the new column of vectors of quantiles; none if empty", typeConverter=TypeConverters.toString
    )

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._setDefault(varianceCol="", quantiles=[0.025, 0.5, 0.975], quantilesCol="")

    def getVarianceCol(self) -> str:
        """The new column of predictive variances; none if empty."""
        return self.getOrDefault(self.varianceCol)

    def setVarianceCol(self: P, value: str) -> P:
        """Sets the new column of predictive variances; none if empty."""
        return self._set(varianceCol=value)  # type: ignore[return-value]

    def getQuantiles(self) -> List[float]:
        """Levels of the quantiles."""
        return self.getOrDefault(self.quantiles)

    def setQuantiles(self: P, value: List[float]) -> P:
        """Sets levels of the quantiles."""
        return self._set(quantiles=value)  # type: ignore[return-value]

    def getQuantilesCol(self) -> str:
        """The new column of vectors of quantiles; none if empty."""
        return self.getOrDefault(self.quantilesCol)

    def setQuantilesCol(self: P, value: str) -> P:
        """Sets the new column of vectors of quantiles; none if empty."""
        return self._set(quantilesCol=value)  # type: ignore[return-value]


class _RegressionParams(Params):
    """Of a regression alone."""

    likelihood: Param[str] = Param(
        Params._dummy(), "likelihood", "likelihood in the model language, such as student-t(4)", typeConverter=TypeConverters.toString
    )
    warp: Param[str] = Param(
        Params._dummy(), "warp", "a flow w in the model language: y = w(f + noise), in place of a likelihood", typeConverter=TypeConverters.toString
    )

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._setDefault(likelihood="gaussian")

    def getLikelihood(self) -> str:
        """Likelihood in the model language, such as student-t(4)."""
        return self.getOrDefault(self.likelihood)

    def setLikelihood(self: P, value: str) -> P:
        """Sets likelihood in the model language, such as student-t(4)."""
        return self._set(likelihood=value)  # type: ignore[return-value]

    def getWarp(self) -> str:
        """A flow w in the model language: y = w(f + noise), in place of a likelihood."""
        return self.getOrDefault(self.warp)

    def setWarp(self: P, value: str) -> P:
        """Sets a flow w in the model language: y = w(f + noise), in place of a likelihood."""
        return self._set(warp=value)  # type: ignore[return-value]


class _ClassificationModelParams(Params):
    """Columns that a classification appends."""

    probabilityCol: Param[str] = Param(
        Params._dummy(), "probabilityCol", "the new column of class probabilities; none if empty", typeConverter=TypeConverters.toString
    )

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._setDefault(probabilityCol="probability")

    def getProbabilityCol(self) -> str:
        """The new column of class probabilities; none if empty."""
        return self.getOrDefault(self.probabilityCol)

    def setProbabilityCol(self: P, value: str) -> P:
        """Sets the new column of class probabilities; none if empty."""
        return self._set(probabilityCol=value)  # type: ignore[return-value]


class _ClassificationParams(Params):
    """Of a classification alone."""

    likelihood: Param[str] = Param(
        Params._dummy(), "likelihood", "likelihood in the model language; by default bernoulli(probit) or categorical(C)", typeConverter=TypeConverters.toString
    )

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)

    def getLikelihood(self) -> str:
        """Likelihood in the model language; by default bernoulli(probit) or categorical(C)."""
        return self.getOrDefault(self.likelihood)

    def setLikelihood(self: P, value: str) -> P:
        """Sets likelihood in the model language; by default bernoulli(probit) or categorical(C)."""
        return self._set(likelihood=value)  # type: ignore[return-value]


class _ModelParams(Params):
    """What both models share."""

    featuresCol: Param[str] = Param(
        Params._dummy(), "featuresCol", "the column of feature vectors", typeConverter=TypeConverters.toString
    )
    predictionCol: Param[str] = Param(
        Params._dummy(), "predictionCol", "the new column of predictions", typeConverter=TypeConverters.toString
    )

    def __init__(self, *args: Any) -> None:
        super().__init__(*args)
        self._setDefault(featuresCol="features", predictionCol="prediction")

    def getFeaturesCol(self) -> str:
        """The column of feature vectors."""
        return self.getOrDefault(self.featuresCol)

    def setFeaturesCol(self: P, value: str) -> P:
        """Sets the column of feature vectors."""
        return self._set(featuresCol=value)  # type: ignore[return-value]

    def getPredictionCol(self) -> str:
        """The new column of predictions."""
        return self.getOrDefault(self.predictionCol)

    def setPredictionCol(self: P, value: str) -> P:
        """Sets the new column of predictions."""
        return self._set(predictionCol=value)  # type: ignore[return-value]
