"""Trains CatBoost on one split of a benchmark table and scores the test rows.

Numbers: RMSEWithUncertainty, a mean and a variance per row. Classes: MultiClass, or Logloss for two. Depth and rate
are the library's own; at most 2,000 trees, as many as are best on validation rows cut from the training rows; then all
training rows with that many trees, which was better than without on splits 11 to 13 of five tables.
"""

from contest import Contest, arguments

if __name__ == "__main__":
    args = arguments(__doc__)

import catboost
import numpy as np

TREES, PATIENCE = 2000, 100


def model(args, **more):
    common = {"random_seed": args.seed, "thread_count": args.threads, "verbose": False, "allow_writing_files": False}
    if args.classes:
        loss = "Logloss" if args.classes == 2 else "MultiClass"
        return catboost.CatBoostClassifier(loss_function=loss, **common, **more)
    return catboost.CatBoostRegressor(loss_function="RMSEWithUncertainty", **common, **more)


def main():
    contest = Contest(args)
    held = contest.validation()
    stopped = model(args, iterations=TREES)
    stopped.fit(
        contest.x[~held],
        contest.y[~held],
        eval_set=(contest.x[held], contest.y[held]),
        early_stopping_rounds=PATIENCE,
        use_best_model=True,
    )
    trees, rate = max(1, stopped.tree_count_), stopped.get_all_params()["learning_rate"]
    best = model(args, iterations=trees, learning_rate=rate).fit(contest.x, contest.y)
    seconds = contest.seconds()
    if args.classes:
        p = np.zeros((len(contest.test_y), args.classes))
        p[:, best.classes_.astype(int)] = best.predict_proba(contest.test_x)
        scores = contest.probabilities(p)
    else:
        mean, variance = best.predict(contest.test_x).T
        scores = contest.normal(mean, np.sqrt(variance))
    loss = best.get_param("loss_function")
    spec = f"catboost {catboost.__version__}: {loss}, {trees} trees by {held.sum()} validation rows"
    contest.report(args, scores, seconds, spec)


if __name__ == "__main__":
    main()
