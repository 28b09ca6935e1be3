/** What changed in the public API, newest first. A deprecation names its sunset. */

export interface ApiChange {
  readonly version: string;
  /** `YYYY-MM-DD`. */
  readonly day: string;
  readonly kind: 'New' | 'Changed' | 'Deprecated';
  readonly text: string;
}

export const API_CHANGES: readonly ApiChange[] = [
  {
    version: '1.2',
    day: '2026-11-30',
    kind: 'New',
    text: 'Backtests are filled in the recorded queue on request (fills.model queue), results say in how many sessions its rows were kept, and sessions name their source',
  },
  {
    version: '1.2',
    day: '2026-11-30',
    kind: 'New',
    text: 'Backtests say whether they were run on recorded sessions or on uploads, and are created on either',
  },
  {
    version: '1.1',
    day: '2026-11-30',
    kind: 'New',
    text: 'Calendar, backtests, and book and tape in streams where the venue licenses prices over the API',
  },
  {
    version: '1.0',
    day: '2026-11-29',
    kind: 'New',
    text: 'Keys, and routes for instruments, bars, book, tape, profile, events, patterns, levels, track record, alerts and journal',
  },
];
