/**
 * Chooses which rows of a crowded evidence window are kept: those the event is based on first, the rest thinned over
 * its whole length. Pure.
 */

/** A row of the window as input of the choice. */
export interface RankedRow {
  /** Where the row is; ascending with time. */
  readonly at: number;
  /** 0 for rows the event is based on; the higher, the sooner the row is thinned. */
  readonly rank: number;
  readonly priceTicks: number;
}

/**
 * At most `most` rows in order of time. Whole ranks are kept while they fit; the first rank that does not fit is
 * thinned evenly over time, and the ranks after it are left out. The same rows always give the same choice.
 */
export function thinRows(rows: readonly RankedRow[], most: number): readonly RankedRow[] {
  if (rows.length <= most) return rows;
  const ranked = rows.toSorted((a, b) => a.rank - b.rank || a.at - b.at);
  const kept: RankedRow[] = [];
  for (let from = 0; from < ranked.length && kept.length < most; ) {
    const rank = ranked[from]!.rank;
    let end = from;
    while (end < ranked.length && ranked[end]!.rank === rank) end += 1;
    kept.push(...thinEvenly(ranked.slice(from, end), most - kept.length));
    from = end;
  }
  return kept.sort((a, b) => a.at - b.at);
}

/** Keeps the lowest and the highest price of each of equally long sections, so that no extreme is lost. */
function thinEvenly(rows: readonly RankedRow[], most: number): readonly RankedRow[] {
  if (rows.length <= most) return rows;
  const stretches = Math.floor(most / 2);
  const kept = new Set<RankedRow>();
  for (let n = 0; n < stretches; n += 1) {
    const from = Math.floor((n * rows.length) / stretches);
    const end = Math.floor(((n + 1) * rows.length) / stretches);
    let low = rows[from]!;
    let high = low;
    for (const row of rows.slice(from, end)) {
      if (row.priceTicks < low.priceTicks) low = row;
      if (row.priceTicks >= high.priceTicks) high = row;
    }
    kept.add(low).add(high);
  }
  return [...kept];
}
