package org.example.houses;

import com.google.gson.Gson;
import com.google.gson.JsonObject;
import io.github.tgp4j.io.ModelFile;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.model.Tgp;
import io.github.tgp4j.predict.Band;
import io.github.tgp4j.predict.Prediction;
import io.github.tgp4j.train.TrainingPlan;
import java.nio.file.Path;

/** Fits a model of prices to areas, keeps it in a file, and predicts from the file. */
final class Houses {
  private Houses() {}

  static Model fit(double[][] area, double[] price) {
    return Tgp.builder()
        .covariance(CauchyCovariance::new)
        .flow(new CubicFlow(0.25))
        .inducing(20)
        .plan(TrainingPlan.ofSteps(20))
        .fit(area, price);
  }

  static void save(Path file, Model model) {
    ModelFile.write(file, model);
  }

  static Model load(Path file) {
    return ModelFile.read(file).model();
  }

  /** The answer of a service, as JSON by the application's own library. */
  static String answer(Model model, double area) {
    Prediction prediction = model.predict(new double[][] {{area}});
    Band band = prediction.interval(0.9);
    JsonObject json = new JsonObject();
    json.addProperty("median", prediction.median()[0]);
    json.addProperty("low", band.lower()[0]);
    json.addProperty("high", band.upper()[0]);
    return new Gson().toJson(json);
  }
}
