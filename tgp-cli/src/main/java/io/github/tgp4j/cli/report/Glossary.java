package io.github.tgp4j.cli.report;

/** The words of the page, for people who have not met them. */
final class Glossary {
  static final String TITLE = "Words on this page";

  private static final String[][] WORDS = {
    {"95% interval", "A range that the model is 95% sure the value lies in."},
    {"Held-out rows", "Rows kept aside: the model that predicts them has not seen them."},
    {
      "Guessing",
      "The best answer that is the same for every row: the median of a number, the most frequent"
          + " class. A model must beat it to be of use."
    },
    {
      "Good, fair, no better than guessing",
      "Good: the typical error, or for classes the uncertainty, is at least 30% smaller than that"
          + " of guessing. Fair: smaller, by more than two standard errors. No better than"
          + " guessing: not clearly smaller. Too few rows to tell: fewer than 20, or fewer than 100"
          + " where the error is smaller, but not by so much."
    },
    {
      "Clearly better",
      "The mean difference over the same rows is more than two of its standard errors."
    },
    {
      "Typical error",
      "How far the predicted median is from the observed value, on average (mean absolute error,"
          + " MAE); where a few rows are extremely far off, what half of the rows stay below."
    },
    {"Median", "The middle: the value is as likely above it as below."},
    {
      "Variation explained (R²)",
      "100% when every mean is predicted exactly, 0% when predictions are no better than the mean"
          + " of all rows."
    },
    {
      "RMSE",
      "Root mean squared error of the predicted means: like the typical error, but large errors"
          + " count more."
    },
    {
      "NLL",
      "Negative log likelihood, the log score: how surprising the observed values were to the"
          + " model. Smaller is better; it judges the whole distribution, not only its middle."
    },
    {
      "CRPS",
      "Continuous ranked probability score: the error of a whole distribution, in the target's"
          + " units. Smaller is better."
    },
    {
      "Precision, recall",
      "Of the rows called a class, the share that is of it; of the rows of a class, the share that"
          + " is called it."
    },
    {
      "AUC",
      "The chance that a row of the class gets a higher probability than a row of another class;"
          + " 50% is guessing."
    },
    {
      "GP, flow, warp",
      "A Gaussian process predicts by likeness to known rows. A flow or a warp bends its scale, so"
          + " that predictions can be skewed, bounded or heavy-tailed."
    },
  };

  private Glossary() {}

  static Section section() {
    Section section = new Section("glossary", TITLE);
    section.fold("What the words mean");
    StringBuilder out = new StringBuilder("<div class=\"card\"><dl>\n");
    for (String[] word : WORDS) {
      out.append("<dt>").append(Section.escape(word[0])).append("</dt><dd>");
      out.append(Section.escape(word[1])).append("</dd>\n");
    }
    return section.markup(out.append("</dl></div>").toString()).unfold();
  }
}
