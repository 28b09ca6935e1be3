/** What is recorded of sessions, by product and trading day; owners' recordings count into the bytes only. */
import type { OperationsFacts } from '@undertow/contracts';
import type { RunSummary } from '@undertow/feeds';
import type { Recordings } from '#ports/recordings.ts';

type Facts = OperationsFacts['recordings'];
type Day = Facts['days'][number];

/** Trading days that are listed. */
const MAX_DAYS = 10;
/** Listing reads an index a run: administrators who poll share one reading. Milliseconds. */
const LISTED_MS = 10_000;

/** Runs of one product and trading day as one row, the newest day first, products in order. */
export function recordedDays(runs: readonly RunSummary[]): readonly Day[] {
  const days = new Map<string, Day>();
  for (const { owner, source, product, tradingDay, bytes, gaps, state } of runs) {
    if (owner !== null) continue;
    const key = `${tradingDay} ${source} ${product}`;
    const known = days.get(key) ?? { source, product, tradingDay, bytes: 0, gaps: 0, isOpen: false };
    const isOpen = known.isOpen || state === 'open';
    days.set(key, { ...known, bytes: known.bytes + bytes, gaps: known.gaps + gaps, isOpen });
  }
  const newest = [...new Set([...days.values()].map(({ tradingDay }) => tradingDay))]
    .toSorted()
    .slice(-MAX_DAYS);
  return [...days.values()]
    .filter(({ tradingDay }) => newest.includes(tradingDay))
    .toSorted((a, b) => b.tradingDay.localeCompare(a.tradingDay) || a.product.localeCompare(b.product));
}

export class RecordingFacts {
  readonly #recordings: Pick<Recordings, 'list' | 'status'>;
  #listedMs = Number.NEGATIVE_INFINITY;
  #days: Promise<readonly Day[]> = Promise.resolve([]);

  constructor(recordings: Pick<Recordings, 'list' | 'status'>) {
    this.#recordings = recordings;
  }

  /** `monotonicMs` is of a clock that never goes back. */
  async read(monotonicMs: number): Promise<Facts> {
    if (monotonicMs - this.#listedMs >= LISTED_MS) {
      this.#listedMs = monotonicMs;
      this.#days = this.#recordings.list().then(recordedDays);
      // A failed listing is tried again by the next reader
      this.#days.catch(() => {
        this.#listedMs = Number.NEGATIVE_INFINITY;
      });
    }
    const { isOn, usedBytes, maxBytes, failures, sessions } = this.#recordings.status();
    const failed = sessions.flatMap(({ product, error }) => (error === null ? [] : [{ product, error }]));
    return { isOn, usedBytes, maxBytes, failures, failed, days: [...(await this.#days)] };
  }
}
