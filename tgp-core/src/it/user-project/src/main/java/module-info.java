/** A user's application on the module path. */
module org.example.houses {
  requires com.google.gson;
  requires io.github.tgp4j.core;

  provides io.github.tgp4j.spec.Parts with
      org.example.houses.HouseParts;
}
