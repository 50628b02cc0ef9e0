import io.javalin.Javalin;
import org.eclipse.jetty.util.thread.QueuedThreadPool;

/** Answers every request with its own body: what HTTP alone costs, for {@code ./bench serve}. */
public final class EchoServer {
  public static void main(String[] args) {
    Javalin app =
        Javalin.create(
            config -> {
              config.startup.showJavalinBanner = false;
              config.jetty.host = "127.0.0.1";
              config.jetty.port = 0;
              config.jetty.threadPool = new QueuedThreadPool(104, 8);
              config.routes.post(
                  "/echo",
                  ctx -> ctx.contentType("application/json").result(ctx.bodyAsBytes()));
            });
    app.start();
    System.out.println("tgp serves at http://127.0.0.1:" + app.port());
  }
}
