package io.github.tgp4j.spark;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.StringWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The quick starts of docs/spark.md compile and run; PySparkTest runs the one in Python. */
class QuickStartTest {
  @TempDir Path directory;

  /** The first block of code in a language, with paths and sizes of a test. */
  private String code(String language) throws Exception {
    String page = Files.readString(Path.of("../docs/spark.md"));
    Matcher block = Pattern.compile("```" + language + "\n(.*?)```", Pattern.DOTALL).matcher(page);
    assertThat(block.find()).as(language).isTrue();
    return block
        .group(1)
        .replace("\"trips", "\"" + directory.toString().replace('\\', '/') + "/trips")
        .replace(".setInducing(200)", ".setInducing(5).setMaxIter(2)");
  }

  private void trips() {
    LocalSpark.session()
        .range(0, 60, 1, 2)
        .selectExpr(
            "id * 0.1 as distance",
            "id % 24 as hour",
            "if(id % 3 = 0, 'Oslo', 'Bergen') as city",
            "10 + id * 0.2 + sin(id) as minutes",
            "if(id % 7 < 3, 'yes', 'no') as late")
        .write()
        .mode("overwrite")
        .parquet(directory.resolve("trips").toString());
  }

  private void run(Path classes) throws Exception {
    trips();
    try (URLClassLoader loader =
        new URLClassLoader(
            new URL[] {classes.toUri().toURL()}, Thread.currentThread().getContextClassLoader())) {
      loader
          .loadClass("QuickStart")
          .getMethod("run", SparkSession.class)
          .invoke(null, LocalSpark.session());
    }
  }

  @Test
  void java() throws Exception {
    Path source = directory.resolve("QuickStart.java");
    Files.writeString(
        source,
        "import io.github.tgp4j.spark.*;\n"
            + "import org.apache.spark.ml.feature.VectorAssembler;\n"
            + "import org.apache.spark.sql.*;\n"
            + "public class QuickStart {\n"
            + "  public static void run(SparkSession spark) throws Exception {\n"
            + code("java")
            + "  }\n}\n");
    JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
    StringWriter said = new StringWriter();
    try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
      boolean compiled =
          compiler
              .getTask(
                  said,
                  files,
                  null,
                  List.of(
                      "-d",
                      directory.toString(),
                      "-proc:none",
                      "-classpath",
                      StandaloneCluster.classPath()),
                  null,
                  files.getJavaFileObjects(source))
              .call();
      assertThat(compiled).as(said.toString()).isTrue();
    }
    run(directory);
    assertThat(directory.resolve("trips-model/model.tgp")).exists();
  }

  @Test
  void scala() throws Exception {
    Path source = directory.resolve("QuickStart.scala");
    Files.writeString(
        source,
        "import io.github.tgp4j.spark._\n"
            + "import org.apache.spark.sql.SparkSession\n"
            + "object QuickStart {\n"
            + "  def run(spark: SparkSession): Unit = {\n"
            + code("scala")
            + "  }\n}\n");
    String[] arguments = {
      "-d", directory.toString(), "-classpath", StandaloneCluster.classPath(), source.toString()
    };
    assertThat(scala.tools.nsc.Main$.MODULE$.process(arguments)).isTrue();
    run(directory);
  }
}
