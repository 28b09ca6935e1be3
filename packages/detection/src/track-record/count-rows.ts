/** Counts the rows of a track record one by one: what the database counts must be the same. */
import type { RaisedCount, TrackCounts } from './track-counts.ts';
import type { RaisedRow, SettledRow } from './track-row.ts';

type Signal = Pick<RaisedCount, 'type' | 'sub' | 'rule' | 'probability'>;
type Outcome = Pick<SettledRow, 'hit' | 'base'>;

export class RowCounter {
  readonly #signals = new Map<string, Signal & Partial<Outcome>>();

  /** In the order of their chain; an outcome without its signal counts for nothing. */
  add(row: RaisedRow | SettledRow): void {
    if (row.kind === 'raised') {
      const { type, sub, declared } = row;
      const { rule, probability } = declared;
      this.#signals.set(row.signalId, { type, sub, rule, probability });
      return;
    }
    const signal = this.#signals.get(row.signalId);
    if (signal !== undefined) Object.assign(signal, { hit: row.hit, base: row.base ?? null });
  }

  counts(): TrackCounts {
    const counts = new Map<string, RaisedCount>();
    for (const { type, sub, rule, probability, hit = null, base } of this.#signals.values()) {
      const key = JSON.stringify([type, sub, rule, probability, hit]);
      const known = counts.get(key);
      counts.set(key, {
        type,
        sub,
        rule,
        probability,
        hit,
        count: (known?.count ?? 0) + 1,
        compared: (known?.compared ?? 0) + (base ? 1 : 0),
        baseSum: (known?.baseSum ?? 0) + (base?.rate ?? 0),
        instants: (known?.instants ?? 0) + (base?.resolved ?? 0),
      });
    }
    return [...counts.values()];
  }
}
