package org.example.houses;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.google.gson.JsonParser;
import io.github.tgp4j.model.Model;
import io.github.tgp4j.spec.Specs;
import java.nio.file.Path;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HousesTest {
  @TempDir Path directory;

  @Test
  void fitsSavesLoadsAndPredicts() {
    SplittableRandom random = new SplittableRandom(1);
    double[][] area = new double[120][1];
    double[] price = new double[120];
    for (int i = 0; i < 120; i++) {
      area[i][0] = random.nextDouble(30, 200);
      double f = (area[i][0] - 115) / 85 + 0.1 * random.nextGaussian();
      price[i] = 300 + 100 * (f + f * f * f);
    }
    Model model = Houses.fit(area, price);
    Path file = directory.resolve("houses.tgp");
    Houses.save(file, model);
    Model read = Houses.load(file);
    String answer = Houses.answer(model, 80);
    assertEquals(answer, Houses.answer(read, 80));
    double median = JsonParser.parseString(answer).getAsJsonObject().get("median").getAsDouble();
    assertTrue(median > 200 && median < 300, answer);
  }

  @Test
  void everythingIsAModuleAndTheRestIsHidden() {
    Module library = Model.class.getModule();
    assertTrue(HousesTest.class.getModule().isNamed());
    assertEquals("io.github.tgp4j.core", library.getName());
    assertTrue(library.isExported("io.github.tgp4j.model"));
    assertFalse(library.isExported("io.github.tgp4j.linalg.internal"));
    assertFalse(library.isExported("io.github.tgp4j.variational"));
    assertEquals("cubic(0.5)", Specs.flow("cubic(0.5)").toString());
  }
}
