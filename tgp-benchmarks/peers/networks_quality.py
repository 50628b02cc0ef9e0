"""Trains networks without a GP on one split of a benchmark table and scores the test rows: is the GP needed?

The network is that of BA-TGP (--network widths, activation, dropout), with a mean and a log variance as its outputs and
the negative log density as its loss. --method ensemble: five of them from other starts, without dropout (Lakshminarayanan,
Pritzel and Blundell 2017); --method dropout: one, averaged over 100 masks (Gal and Ghahramani 2016). Both forecast the
mixture. Adam, weight decay 1e-5 as the paper's networks.
"""

from quality import arguments, run

if __name__ == "__main__":
    args = arguments(__doc__)

import torch

torch.set_default_dtype(torch.float64)
MEMBERS, MASKS, DECAY = 5, 100, 1e-5
ACTIVATIONS = {"relu": torch.nn.ReLU, "tanh": torch.nn.Tanh}


def network(inputs, dropout):
    *widths, activation, share = args.network.split(",")
    layers, last = [], inputs
    for width in widths:
        layers += [torch.nn.Linear(last, int(width)), ACTIVATIONS[activation.strip()]()]
        layers += [torch.nn.Dropout(float(share))] if dropout else []
        last = int(width)
    return torch.nn.Sequential(*layers, torch.nn.Linear(last, 2))


def train(net, x, y, rate, steps, clock):
    adam = torch.optim.Adam(net.parameters(), lr=rate, weight_decay=DECAY)
    whole, batches = args.batch >= len(y), []
    for step in range(1, steps + 1):
        if not whole and not batches:
            batches = list(torch.randperm(len(y)).split(args.batch))
        rows = slice(None) if whole else batches.pop()
        adam.zero_grad()
        mean, log_variance = net(x[rows]).unbind(1)
        loss = 0.5 * (log_variance + (y[rows] - mean) ** 2 * torch.exp(-log_variance)).mean()
        loss.backward()
        adam.step()
        if clock is not None:
            clock.after(step)
    return net


def forecast(table, outputs):
    mean, log_variance = torch.stack(outputs).unbind(2)
    return table.scores(mean.numpy(), torch.exp(0.5 * log_variance).numpy())


def fit(table, rate, steps, clock):
    torch.manual_seed(args.seed)
    x, y, test_x = torch.tensor(table.x), torch.tensor(table.y), torch.tensor(table.test_x)
    if args.method == "ensemble":
        nets = [train(network(x.shape[1], False), x, y, rate, steps, None) for _ in range(MEMBERS)]

        def score():
            with torch.no_grad():
                return forecast(table, [net(test_x) for net in nets])

        return score
    net = network(x.shape[1], True)

    def score():  # dropout stays on: every pass draws another mask
        with torch.no_grad():
            return forecast(table, [net(test_x) for _ in range(MASKS)])

    clock.score = score
    train(net, x, y, rate, steps, clock)
    return score


def main():
    if args.method not in ("ensemble", "dropout") or not args.network:
        raise SystemExit("expected --method ensemble or dropout, and --network such as 50,50,relu,0.25")
    torch.set_num_threads(args.threads)
    run(args, "pytorch", torch.__version__, fit)


if __name__ == "__main__":
    main()
