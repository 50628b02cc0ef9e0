"""Transformed Gaussian processes on Apache Spark.

The estimators need the jar ``tgp-spark`` and its dependencies on Spark's class path::

    from tgp4j import TransformedGPRegressor

    model = TransformedGPRegressor(labelCol="minutes", flow="sal(3)", quantilesCol="interval").fit(table)
    model.transform(table).select("minutes", "prediction", "interval").show()
"""
import io
import sys
from types import ModuleType
from typing import Any, Dict, List, Optional, Type, TypeVar, cast

from pyspark import keyword_only
from pyspark.ml.util import JavaMLReadable, JavaMLReader, JavaMLWritable
from pyspark.ml.wrapper import JavaEstimator, JavaModel
from pyspark.sql.utils import is_remote

from tgp4j._params import (
    _ClassificationModelParams,
    _ClassificationParams,
    _GPParams,
    _ModelParams,
    _RegressionModelParams,
    _RegressionParams,
)

__all__ = [
    "TransformedGPClassificationModel",
    "TransformedGPClassifier",
    "TransformedGPRegressionModel",
    "TransformedGPRegressor",
]

_PACKAGE = "io.github.tgp4j.spark"
T = TypeVar("T")


class _Reader(JavaMLReader[Any]):
    """Finds the Java class, whose package is another than that of the Python one."""

    @classmethod
    def _java_loader_class(cls, clazz: Type[Any]) -> str:
        return _PACKAGE + "." + clazz.__name__


class _Readable(JavaMLReadable[Any]):
    """Reads what was saved, here or on the server of Spark Connect."""

    @classmethod
    def read(cls) -> Any:
        """A reader of what ``write`` wrote."""
        if not is_remote():
            return _Reader(cls)
        from pyspark.ml.connect.readwrite import RemoteMLReader

        # It asks the server for a class of the Python module's name.
        return RemoteMLReader(type(cls.__name__, (cls,), {"__module__": _PACKAGE}))


class _TgpModel(JavaModel, _ModelParams):
    """What both models share."""

    @classmethod
    def ofTgp(cls: Type[T], file: str) -> T:
        """The model of a ``.tgp`` file, wherever Hadoop finds it; not over Spark Connect."""
        java = _Reader._load_java_obj(cast(Any, cls)).ofTgp(file)
        return cast(T, cast(Any, cls)._from_java(java))

    @property
    def numFeatures(self) -> int:
        """How many inputs the model has."""
        return cast(int, self._call_java("numFeatures"))


class TransformedGPRegressor(
    JavaEstimator["TransformedGPRegressionModel"],
    _GPParams,
    _RegressionParams,
    _RegressionModelParams,
    JavaMLWritable,
    _Readable,
):
    """Fits a transformed GP to a column of numbers, where the rows are."""

    _input_kwargs: Dict[str, Any]

    @keyword_only
    def __init__(
        self,
        *,
        featuresCol: Optional[str] = None,
        inputCols: Optional[List[str]] = None,
        labelCol: Optional[str] = None,
        predictionCol: Optional[str] = None,
        covariance: Optional[str] = None,
        mean: Optional[str] = None,
        flow: Optional[str] = None,
        inducing: Optional[int] = None,
        inputScale: Optional[str] = None,
        method: Optional[str] = None,
        maxIter: Optional[int] = None,
        epochs: Optional[float] = None,
        batchSize: Optional[int] = None,
        stepSize: Optional[float] = None,
        validation: Optional[float] = None,
        patience: Optional[int] = None,
        partitions: Optional[int] = None,
        checkpointDir: Optional[str] = None,
        checkpointInterval: Optional[int] = None,
        auto: Optional[str] = None,
        autoRows: Optional[int] = None,
        autoSeconds: Optional[int] = None,
        seed: Optional[int] = None,
        likelihood: Optional[str] = None,
        warp: Optional[str] = None,
        varianceCol: Optional[str] = None,
        quantiles: Optional[List[float]] = None,
        quantilesCol: Optional[str] = None,
    ) -> None:
        super().__init__()
        self._java_obj = self._new_java_obj(_PACKAGE + ".TransformedGPRegressor", self.uid)
        self._set(**self._input_kwargs)

    def _create_model(self, java_model: Any) -> "TransformedGPRegressionModel":
        return TransformedGPRegressionModel(java_model)


class TransformedGPRegressionModel(
    _TgpModel, _RegressionModelParams, JavaMLWritable, _Readable
):
    """A fitted transformed GP of numbers: appends mean, variance and quantiles."""


class TransformedGPClassifier(
    JavaEstimator["TransformedGPClassificationModel"],
    _GPParams,
    _ClassificationParams,
    _ClassificationModelParams,
    JavaMLWritable,
    _Readable,
):
    """Fits a transformed GP to a column of classes, 0, 1, 2 …, where the rows are."""

    _input_kwargs: Dict[str, Any]

    @keyword_only
    def __init__(
        self,
        *,
        featuresCol: Optional[str] = None,
        inputCols: Optional[List[str]] = None,
        labelCol: Optional[str] = None,
        predictionCol: Optional[str] = None,
        covariance: Optional[str] = None,
        mean: Optional[str] = None,
        flow: Optional[str] = None,
        inducing: Optional[int] = None,
        inputScale: Optional[str] = None,
        method: Optional[str] = None,
        maxIter: Optional[int] = None,
        epochs: Optional[float] = None,
        batchSize: Optional[int] = None,
        stepSize: Optional[float] = None,
        validation: Optional[float] = None,
        patience: Optional[int] = None,
        partitions: Optional[int] = None,
        checkpointDir: Optional[str] = None,
        checkpointInterval: Optional[int] = None,
        auto: Optional[str] = None,
        autoRows: Optional[int] = None,
        autoSeconds: Optional[int] = None,
        seed: Optional[int] = None,
        likelihood: Optional[str] = None,
        probabilityCol: Optional[str] = None,
    ) -> None:
        super().__init__()
        self._java_obj = self._new_java_obj(_PACKAGE + ".TransformedGPClassifier", self.uid)
        self._set(**self._input_kwargs)

    def _create_model(self, java_model: Any) -> "TransformedGPClassificationModel":
        return TransformedGPClassificationModel(java_model)


class TransformedGPClassificationModel(
    _TgpModel,
    _ClassificationModelParams,
    JavaMLWritable,
    _Readable,
):
    """A fitted transformed GP of classes: appends the most probable class and probabilities."""

    @property
    def numClasses(self) -> int:
        """How many classes there are."""
        return cast(int, self._call_java("numClasses"))


def _register() -> None:
    """
    Lets PySpark find these classes in saved pipelines: it takes the name of the Java class for that
    of a Python module, and ``io`` is one of Python's own.
    """
    parent: Any = io
    path = "io"
    for name in _PACKAGE.split(".")[1:]:
        path += "." + name
        module = sys.modules.setdefault(path, ModuleType(path))
        setattr(parent, name, module)
        parent = module
    for name in __all__:
        setattr(parent, name, globals()[name])


_register()
