/** How many users were shown real-time data of each venue, by their status: what a venue is reported each month. Pure. */
import type { RealTimeUsers } from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import type { UsageOfDay } from '#ports/people.ts';

type Row = RealTimeUsers[number];
type Status = Exclude<keyof Row, 'source' | 'venue'>;

const COUNTED: Readonly<Record<NonNullable<UsageOfDay['marketDataStatus']> | 'none', Status>> = {
  professional: 'professional',
  non_professional: 'nonProfessional',
  none: 'unknown',
};

/** Counts each user once a source and venue, however many days and instruments; delayed data counts nobody. */
export class RealTimeCount {
  readonly #rows = new Map<string, Row>();
  readonly #counted = new Set<string>();

  add({ person, marketDataStatus, source, delaySeconds, instrumentIds }: UsageOfDay): void {
    if (delaySeconds > 0) return;
    for (const id of instrumentIds) {
      const venue = instrumentById(id)?.venue ?? 'unknown';
      const key = `${source} ${venue}`;
      if (this.#counted.has(`${key} ${person}`)) continue;
      this.#counted.add(`${key} ${person}`);
      const row = this.#rows.get(key) ?? { source, venue, professional: 0, nonProfessional: 0, unknown: 0 };
      const status = COUNTED[marketDataStatus ?? 'none'];
      this.#rows.set(key, { ...row, [status]: row[status] + 1 });
    }
  }

  /** By source, then venue. */
  rows(): RealTimeUsers {
    return [...this.#rows].toSorted(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }
}
