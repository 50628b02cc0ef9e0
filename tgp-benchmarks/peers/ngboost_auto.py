"""Trains NGBoost on one split of a benchmark table and scores the test rows.

Numbers: a normal forecast. Classes: categorical. Trees, rate (0.01) and depth are the library's own; at most 2,000
rounds, as many as are best on validation rows cut from the training rows; then, up to 5,000 rows, all training rows with
that many rounds. Tables of more rows than it can take in reasonable time are sampled, and the row says so.
"""

from contest import Contest, arguments

if __name__ == "__main__":
    args = arguments(__doc__)

import importlib.metadata

import numpy as np
from ngboost import NGBClassifier, NGBRegressor
from ngboost.distns import Normal, k_categorical

ROUNDS, PATIENCE = 2000, 50
MOST_NUMBERS, MOST_CLASSES = 20_000, 10_000  # rows; each class is a tree per round
MOST_AGAIN = 5_000  # rows that are trained on once more, with the validation rows


def model(args, rounds):
    common = {"n_estimators": rounds, "random_state": args.seed, "verbose": False}
    if args.classes:
        return NGBClassifier(Dist=k_categorical(args.classes), **common)
    return NGBRegressor(Dist=Normal, **common)


def main():
    contest = Contest(args)
    all_rows = len(contest.y)
    contest.sample(MOST_CLASSES if args.classes > 2 else MOST_NUMBERS)
    held = contest.validation()
    stopped = model(args, ROUNDS)
    stopped.fit(
        contest.x[~held],
        contest.y[~held],
        X_val=contest.x[held],
        Y_val=contest.y[held],
        early_stopping_rounds=PATIENCE,
    )
    rounds = 1 + stopped.best_val_loss_itr
    again = len(contest.y) <= MOST_AGAIN
    best = model(args, rounds).fit(contest.x, contest.y) if again else stopped
    seconds = contest.seconds()
    if args.classes:
        scores = contest.probabilities(best.predict_proba(contest.test_x, max_iter=rounds))
    else:
        normal = best.pred_dist(contest.test_x, max_iter=rounds).params
        scores = contest.normal(normal["loc"], normal["scale"])
    some = f", {len(contest.y)} of {all_rows} rows" if len(contest.y) < all_rows else ""
    version = importlib.metadata.version("ngboost")
    kind = f"categorical({args.classes})" if args.classes else "normal"
    spec = f"ngboost {version}: {kind}, {rounds} rounds by {held.sum()} validation rows{some}"
    contest.report(args, scores, seconds, spec)


if __name__ == "__main__":
    main()
