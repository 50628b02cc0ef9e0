package io.github.tgp4j.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeysTest {
  private static final List<String> LINES =
      List.of(
          "# keys",
          "predict 0123456789abcdef-predict",
          "fit 0123456789abcdef-fit",
          // of 0123456789abcdef-admin
          "admin sha256:" + hash("0123456789abcdef-admin"));

  @TempDir private Path home;

  private static String hash(String key) {
    try {
      return java.util.HexFormat.of()
          .formatHex(
              java.security.MessageDigest.getInstance("SHA-256")
                  .digest(key.getBytes(java.nio.charset.StandardCharsets.UTF_8)));
    } catch (java.security.NoSuchAlgorithmException e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void findsTheRoleOfAKey() {
    Keys keys = Keys.of(LINES, "keys.txt");
    assertThat(keys.roleOf("Bearer 0123456789abcdef-predict")).isEqualTo(Role.PREDICT);
    assertThat(keys.roleOf("bearer 0123456789abcdef-admin")).isEqualTo(Role.ADMIN);
    assertThat(keys.roleOf("Bearer 0123456789abcdef-adm")).isEqualTo(Role.ANYONE);
    assertThat(keys.roleOf("0123456789abcdef-admin")).isEqualTo(Role.ANYONE);
    assertThat(keys.roleOf(null)).isEqualTo(Role.ANYONE);
    assertThat(Keys.NONE.roleOf(null)).isEqualTo(Role.ADMIN);
  }

  @Test
  void refusesLinesThatAreNone() {
    assertThatThrownBy(() -> Keys.of(List.of("# none"), "keys.txt"))
        .hasMessageContaining("keys.txt: expected a role and a key");
    assertThatThrownBy(() -> Keys.of(List.of("root 0123456789abcdef"), "keys.txt"))
        .hasMessageContaining("keys.txt, line 1: no role is called root");
    assertThatThrownBy(() -> Keys.of(List.of("fit short"), "keys.txt"))
        .hasMessageContaining("at least 16 characters");
    assertThatThrownBy(() -> Keys.of(List.of("fit sha256:12"), "keys.txt"))
        .hasMessageContaining("64 hexadecimal digits");
  }

  @Test
  void requestsNeedAKeyOfTheirRole() {
    Keys keys = Keys.of(LINES, "keys.txt");
    try (TgpServer server = TgpServer.start(ServerSettings.of(home).port(0).keys(keys))) {
      assertThat(new Client(server).get("/health").statusCode()).isEqualTo(200);
      var none = new Client(server).get("/v1/models");
      assertThat(none.statusCode()).isEqualTo(401);
      assertThat(none.headers().firstValue("WWW-Authenticate")).contains("Bearer");
      Client predict = new Client(server).key("0123456789abcdef-predict");
      assertThat(predict.get("/v1/models").statusCode()).isEqualTo(200);
      assertThat(predict.get("/v1/tables").statusCode()).isEqualTo(403);
      Client fit = new Client(server).key("0123456789abcdef-fit");
      assertThat(fit.get("/v1/tables").statusCode()).isEqualTo(200);
      assertThat(fit.post("/v1/models/x/rollback", "").statusCode()).isEqualTo(403);
      Client admin = new Client(server).key("0123456789abcdef-admin");
      assertThat(admin.post("/v1/models/x/rollback", "").statusCode()).isEqualTo(404);
    }
  }
}
