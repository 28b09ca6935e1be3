/** The track record of recordings as the counts that its figures are made from, a count for each signal. */
import type { SettledRow, TrackCounts, TrackRow } from '@undertow/detection';

export function outcomeCounts(rows: readonly TrackRow[]): TrackCounts {
  const settled = new Map<string, SettledRow>();
  for (const row of rows) if (row.kind === 'settled') settled.set(row.signalId, row);
  return rows
    .filter((row) => row.kind === 'raised')
    .map(({ signalId, type, sub, declared: { rule, probability } }) => {
      const outcome = settled.get(signalId);
      const base = outcome?.base ?? null;
      return {
        type,
        sub,
        rule,
        probability,
        hit: outcome?.hit ?? null,
        count: 1,
        compared: base === null ? 0 : 1,
        baseSum: base?.rate ?? 0,
        instants: base?.resolved ?? 0,
      };
    });
}
