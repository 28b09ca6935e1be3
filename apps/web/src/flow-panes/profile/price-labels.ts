/** Names of prices at the right edge: those too near to each other share a line. Pure. */

export interface PriceLabel {
  readonly y: number;
  readonly words: string;
}

const GAP = 13;

/** From top to bottom. */
export function joinedLabels(labels: readonly PriceLabel[]): readonly PriceLabel[] {
  const joined: PriceLabel[] = [];
  for (const label of labels.toSorted((one, other) => one.y - other.y)) {
    const last = joined.at(-1);
    if (last !== undefined && label.y - last.y < GAP)
      joined[joined.length - 1] = { y: last.y, words: `${last.words} · ${label.words}` };
    else joined.push(label);
  }
  return joined;
}
