"""
Runs where PySpark is installed. TGP4J_JARS names tgp-spark's jar and its dependencies, by commas. With
SPARK_REMOTE=local[2] it runs over Spark Connect, which needs pyspark[connect].
"""
import math
import os
from pathlib import Path
from typing import Iterator

import pytest

pyspark = pytest.importorskip("pyspark", minversion="4.0.1")

from pyspark.ml import Pipeline, PipelineModel  # noqa: E402
from pyspark.ml.feature import VectorAssembler  # noqa: E402
from pyspark.sql import DataFrame, SparkSession  # noqa: E402

import tgp4j  # noqa: E402
from tgp4j import (  # noqa: E402
    TransformedGPClassificationModel,
    TransformedGPClassifier,
    TransformedGPRegressionModel,
    TransformedGPRegressor,
)

REMOTE = "SPARK_REMOTE" in os.environ


@pytest.fixture(scope="session")
def spark() -> Iterator[SparkSession]:
    jars = os.environ["TGP4J_JARS"]
    if REMOTE:  # a server of its own, which is given the jars before it starts
        os.environ["PYSPARK_SUBMIT_ARGS"] = "--jars " + jars + " pyspark-shell"
        session = SparkSession.builder.getOrCreate()
    else:
        builder = SparkSession.builder.master("local[2]").config("spark.jars", jars)
        session = builder.config("spark.ui.enabled", "false").getOrCreate()
    yield session
    session.stop()


@pytest.fixture(scope="session")
def table(spark: SparkSession) -> DataFrame:
    rows = []
    for i in range(300):
        km = 0.1 * (37 * i % 200)
        minutes = 5 + 2 * km + math.sin(17.0 * i)
        rows.append((km, "Oslo" if i % 3 == 0 else "Bergen", minutes, float(minutes > 25)))
    return spark.createDataFrame(rows, ["km", "city", "minutes", "late"])


def assembled(table: DataFrame) -> DataFrame:
    return VectorAssembler(inputCols=["km"], outputCol="features").transform(table)


def test_regression(table: DataFrame, tmp_path: Path) -> None:
    regressor = TransformedGPRegressor(
        labelCol="minutes", flow="sal(1)", inducing=10, maxIter=20, varianceCol="variance"
    ).setQuantiles([0.05, 0.95]).setQuantilesCol("interval")
    assert regressor.getFlow() == "sal(1)"
    data = assembled(table)
    model = regressor.fit(data)
    assert isinstance(model, TransformedGPRegressionModel)
    rows = model.transform(data).select("minutes", "prediction", "variance", "interval").collect()
    inside = [row for row in rows if row.interval[0] <= row.minutes <= row.interval[1]]
    assert len(inside) > 0.7 * len(rows)
    assert max(abs(row.minutes - row.prediction) for row in rows) < 10
    path = str(tmp_path / "model")
    model.write().overwrite().save(path)
    read = TransformedGPRegressionModel.load(path)
    assert read.getQuantilesCol() == "interval"
    again = read.transform(data).select("prediction").collect()
    assert [row.prediction for row in again] == [row.prediction for row in rows]
    if not REMOTE:
        assert model.numFeatures == 1
        scored = TransformedGPRegressionModel.ofTgp(path + "/model.tgp").transform(data)
        assert scored.first().prediction == rows[0].prediction


def test_classification_of_raw_columns(table: DataFrame) -> None:
    model = TransformedGPClassifier(
        labelCol="late", inputCols=["km", "city"], inducing=10, maxIter=30
    ).fit(table)
    assert isinstance(model, TransformedGPClassificationModel)
    rows = model.transform(table).select("late", "prediction", "probability").collect()
    right = [row for row in rows if row.late == row.prediction]
    assert len(right) > 0.9 * len(rows)
    assert abs(sum(rows[0].probability.toArray()) - 1) < 1e-9


@pytest.mark.skipif(REMOTE, reason="Spark Connect knows pipelines of its own stages only")
def test_pipelines_are_saved(table: DataFrame, tmp_path: Path) -> None:
    stages = [
        VectorAssembler(inputCols=["km"], outputCol="features"),
        TransformedGPRegressor(labelCol="minutes", inducing=5, maxIter=3),
    ]
    Pipeline(stages=stages).write().overwrite().save(str(tmp_path / "pipeline"))
    model = Pipeline.load(str(tmp_path / "pipeline")).fit(table)
    model.write().overwrite().save(str(tmp_path / "model"))
    read = PipelineModel.load(str(tmp_path / "model"))
    assert isinstance(read.stages[1], TransformedGPRegressionModel)
    assert read.transform(table).first() == model.transform(table).first()


@pytest.mark.skipif(REMOTE, reason="the Java object is out of reach")
@pytest.mark.parametrize("name", ["TransformedGPRegressor", "TransformedGPClassifier"])
def test_params_are_those_of_java(spark: SparkSession, name: str) -> None:
    estimator = getattr(tgp4j, name)()
    java = estimator._java_obj
    assert sorted(p.name for p in estimator.params) == sorted(p.name() for p in java.params())
    for param in estimator.params:
        there = java.getParam(param.name)
        assert estimator.hasDefault(param) == java.hasDefault(there), param.name
        if estimator.hasDefault(param):
            value = java.getOrDefault(there)
            value = list(value) if isinstance(estimator.getOrDefault(param), list) else value
            assert estimator.getOrDefault(param) == value, param.name


def test_quick_start(spark: SparkSession, tmp_path: Path) -> None:
    page = Path(__file__).parents[3] / "docs" / "spark.md"
    code = page.read_text(encoding="utf-8").split("```python\n")[1].split("```")[0]
    code = code.replace('"trips', '"' + str(tmp_path) + "/trips")
    code = code.replace("inducing=200", "inducing=5, maxIter=2")
    spark.range(0, 60).selectExpr(
        "id * 0.1 as distance",
        "id % 24 as hour",
        "if(id % 3 = 0, 'Oslo', 'Bergen') as city",
        "10 + id * 0.2 + sin(id) as minutes",
    ).write.parquet(str(tmp_path / "trips"))
    exec(compile(code, "docs/spark.md", "exec"), {"spark": spark})
    assert (tmp_path / "trips-model" / "model.tgp").exists()
