"""The programs of this folder with NumPy: programs.py NAME [RUNS] prints the answer and the least processor time of a run."""

import sys
import time

import numpy as np


def noise(n, seed):
    i = np.arange(n, dtype=np.int64)
    k = i % 65521
    return (k * k % 65521 * 17364 + k * seed + i // 65521 * 7919) % 65521


def uniform(n, seed, dtype=np.float32):
    return (noise(n, seed).astype(dtype) / dtype(65521)).astype(dtype)


def scoring():
    sentences, positions, count = 8, 64, 8000
    words = noise(sentences * positions, 3).reshape(sentences, positions) % count
    lengths = noise(sentences, 5) % 32 + 33
    logits = uniform(sentences * positions * count, 7).reshape(sentences, positions, count) * np.float32(8)
    known = np.arange(positions) % 2 == 0
    logits[np.arange(sentences)[:, None], np.flatnonzero(known), words[:, known]] = 9

    def job():
        inside = np.arange(positions) < lengths[:, None]
        shifted = logits - logits.max(-1, keepdims=True)
        probabilities = shifted - np.log(np.exp(shifted).sum(-1, keepdims=True))
        column = words[..., None]
        picked = np.take_along_axis(probabilities, column, 2)[..., 0]
        picked[~inside] = 0
        perplexity = np.exp(-picked.sum(1) / lengths.astype(np.float32))
        right = logits.argmax(-1) == words
        better = np.count_nonzero(logits > np.take_along_axis(logits, column, 2), 2)
        hardest = np.sort(np.partition(picked, 2, -1)[:, :3], -1)
        return perplexity.mean() + hardest.sum() + right[inside].mean() + better[inside].mean()

    return job


def image():
    height, width = 480, 640
    picture = (noise(height * width * 3, 11) % 256).astype(np.uint8).reshape(height, width, 3)

    def resize(source, rows, columns):
        row = np.arange(rows) * source.shape[0] // rows
        column = np.arange(columns) * source.shape[1] // columns
        return source[row[:, None], column]

    def job():
        mirrored = picture[16:-16, 32:-32][:, ::-1]
        colours = mirrored.astype(np.float32) / np.float32(255)
        grey = (colours * np.array([0.299, 0.587, 0.114], np.float32)).sum(-1)
        brightness = np.bincount(np.clip((grey * np.float32(16)).astype(np.int64), 0, 15).ravel())
        normal = (colours - colours.mean((0, 1))) / colours.std((0, 1), ddof=1)
        normal[grey < 0.25] = 0
        normal[..., 0] *= np.float32(0.5)
        padded = np.pad(resize(normal, 224, 288), ((8, 8), (8, 8), (0, 0)), mode="reflect")
        channels_first = np.ascontiguousarray(padded.transpose(2, 0, 1))
        return np.abs(channels_first).sum(dtype=np.float64) + brightness.max() + channels_first[2, 100, 200]

    return job


def kmeans():
    count, dims, centre_count, steps = 20000, 8, 16, 8
    points = uniform(count * dims, 13).reshape(count, dims)

    def distances(a, b):
        result = np.zeros((len(a), len(b)), np.float32)
        for d in range(a.shape[1]):
            difference = a[:, d, None] - b[:, d]
            result += difference * difference
        return result

    def job():
        centres = points[:: count // centre_count].copy()
        for _ in range(steps):
            label = distances(points, centres).argmin(1)
            sums = np.zeros_like(centres)
            np.add.at(sums, label, points)
            counts = np.bincount(label, minlength=centre_count).astype(np.float32)[:, None]
            centres = np.where(counts > 0, sums / np.maximum(counts, 1), centres)
        far = distances(points[:100], points)
        near = np.argpartition(far, 5, 1)[:, :5]
        alike = label[near] == label[:100, None]
        return centres.sum() + np.take_along_axis(far, near, 1).sum() + np.count_nonzero(alike)

    return job


def grids():
    size, steps = 256, 100
    cells = uniform(size * size, 17).reshape(size, size)
    start = (cells < 0.3).astype(np.uint8)

    def heat():
        now = cells.copy()
        for _ in range(steps):
            around = now[:-2, 1:-1] + now[2:, 1:-1] + now[1:-1, :-2] + now[1:-1, 2:]
            now[1:-1, 1:-1] = now[1:-1, 1:-1] * np.float32(0.6) + around * np.float32(0.1)
            now[cells > 0.9] = 1
        return now.sum()

    def life():
        alive = start.copy()
        for _ in range(steps):
            neighbours = np.zeros_like(alive)
            for row in (-1, 0, 1):
                for column in (-1, 0, 1):
                    if row or column:
                        neighbours += np.roll(alive, (row, column), (0, 1))
            alive = (((alive == 1) & (neighbours == 2)) | (neighbours == 3)).astype(np.uint8)
        return np.count_nonzero(alive)

    return lambda: heat() + life()


def adam():
    tokens, width, batch, length, steps = 30000, 32, 1024, 4, 20
    start = uniform(tokens * width, 19).reshape(tokens, width)
    all_ids = (noise(4 * batch * length, 23) % tokens).reshape(4, batch, length)
    targets = uniform(batch * width, 29).reshape(batch, width)

    def job():
        table, means, squares = start.copy(), np.zeros_like(start), np.zeros_like(start)
        f = np.float32
        for step in range(steps):
            ids = all_ids[step % 4]
            difference = table[ids].mean(1) - targets
            loss = (difference * difference).mean()
            each = np.repeat(difference * f(2 / batch), length, 0) / f(length)
            rows, inverse = np.unique(ids, return_inverse=True)
            summed = np.zeros((len(rows), width), f)
            np.add.at(summed, inverse.ravel(), each)
            means[rows] = mean = means[rows] * f(0.9) + summed * f(0.1)
            squares[rows] = square = squares[rows] * f(0.999) + summed * summed * f(0.001)
            correction = f(1 - 0.9 ** (step + 1)), f(1 - 0.999 ** (step + 1))
            table[rows] += mean / correction[0] / (np.sqrt(square / correction[1]) + f(1e-8)) * f(-0.05)
        return loss

    return job


def bags():
    words_known, width, texts, class_count, steps = 100000, 16, 4096, 8, 6
    lengths = noise(texts, 37) % 40 + 1
    offsets = np.cumsum(lengths) - lengths
    classes = noise(texts, 41) % class_count
    words = noise(lengths.sum(), 43) * 7919 % words_known
    words = np.where(
        np.arange(len(words)) % 3 == 0, words // class_count * class_count + np.repeat(classes, lengths), words
    )
    start = uniform(words_known * width, 47).reshape(words_known, width) - np.float32(0.5)
    head = uniform(class_count * width, 53).reshape(class_count, width) - np.float32(0.5)
    counts = lengths.astype(np.float32)[:, None]
    f = np.float32

    def job():
        table = start.copy()
        for _ in range(steps):
            means = np.add.reduceat(table[words], offsets, axis=0) / counts
            scores = means @ head.T
            shifted = np.exp(scores - scores.max(1, keepdims=True))
            gradient = shifted / shifted.sum(1, keepdims=True)
            loss = -np.log(gradient[np.arange(texts), classes]).mean(dtype=np.float64)
            gradient[np.arange(texts), classes] -= f(1)
            of_means = gradient / f(texts) @ head
            np.add.at(table, words, np.repeat(of_means * f(-3000) / counts, lengths, 0))
            share = (scores.argmax(1) == classes).mean()
        return loss + share

    return job


def orders():
    count, product_count, customer_count = 200000, 500, 3000
    all_customers, all_products = noise(count, 31) % customer_count, noise(count, 37) % 1000
    all_days, all_counts = noise(count, 41) % 360, noise(count, 43) % 5
    listed_products = np.arange(product_count) * 2 + 1
    prices = uniform(product_count, 47, np.float64) * 100

    def job():
        place = np.clip(np.searchsorted(listed_products, all_products), 0, product_count - 1)
        kept = np.flatnonzero((listed_products[place] == all_products) & (all_counts > 0))
        customer = all_customers[kept]
        amount = prices[place[kept]] * all_counts[kept]
        sums = np.bincount(customer, amount, customer_count)
        counts = np.bincount(customer, minlength=customer_count)
        largest = np.zeros(customer_count)
        np.maximum.at(largest, customer, amount)
        mean = np.where(counts > 0, sums / np.maximum(counts, 1), 0)
        table = np.zeros((customer_count, 12))
        np.add.at(table, (customer, all_days[kept] // 30), amount)
        best = np.argsort(-sums, kind="stable")[:10]
        return sums[best].sum() + largest.max() + np.median(mean) + table.sum(0).argmax()

    return job


def pages():
    count, links, steps = 20000, 200000, 20
    source = noise(links, 53) % count
    target = noise(links, 59) % 10000 * 2 % count

    def job():
        outgoing = np.bincount(source, minlength=count)
        dangling = outgoing == 0
        share = 1 / np.maximum(outgoing, 1)
        rank = np.full(count, 1 / count)
        for _ in range(steps):
            following = np.full(count, (0.15 + 0.85 * rank[dangling].sum()) / count)
            np.add.at(following, target, (rank * share * 0.85)[source])
            rank = following
        best = np.argsort(-rank, kind="stable")[:10]
        friends = np.unique(source[target == best[0]])
        return rank[best].sum() * 1000 + rank.sum() + len(friends)

    return job


def main():
    job = globals()[sys.argv[1]]()
    runs = int(sys.argv[2]) if len(sys.argv) > 2 else 3
    least = float("inf")
    for _ in range(runs):
        start = time.process_time()
        answer = job()
        least = min(least, time.process_time() - start)
    print(f"answer {answer:.5g}\nms {least * 1000:.3f}")


if __name__ == "__main__":
    main()
