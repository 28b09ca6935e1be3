/** Figures from the rows alone, beside those that the database counts. */
import type { TrackRow } from '@undertow/detection';
import { expect, test } from 'vitest';
import { openMemoryDatabase } from '#testing/database/databases.ts';
import { recountTrack } from './recount-track.ts';
import { createTrackStore } from './track-store.ts';

const at = (n: number): string => String(1_700_000_000_000_000_000n + BigInt(n) * 1_000_000n);
const raised = (n: number): TrackRow => ({
  ...{ kind: 'raised', signalId: `s${n}`, instrumentId: 1, atNs: at(n), type: 'absorption', sub: null },
  ...{ exact: false, confidence: 0.6, score: 0.4, calibrator: 'c@1', tier: 'L3', midTicks: 100 },
  condition: { hour: 15, volatility: 'low' },
  declared: {
    ...{ rule: 'hold', direction: 1, targetTicks: 4, adverseTicks: 2, horizonMs: 60_000 },
    probability: (n % 10) / 10,
  },
});
const settled = (n: number): TrackRow => ({
  ...{ kind: 'settled', signalId: `s${n}`, instrumentId: 1, atNs: at(n + 500), type: 'absorption' },
  hit: n % 3 === 0,
  base: { resolved: 7, rate: 1 / 3 },
});
const numbers = Array.from({ length: 60 }, (_, n) => n);
const NO_FILE = { read: async () => ({}), write: async () => undefined };

test('each source is counted by itself, and the database counts the same', async () => {
  const database = await openMemoryDatabase();
  try {
    const store = createTrackStore(database.orm, NO_FILE);
    for (const source of ['simulated', 'rithmic'] as const)
      await store.append({ instrumentId: 1, source, run: 'a' }, [
        ...numbers.map(raised),
        ...numbers.map(settled),
      ]);
    const recounts = await recountTrack(database.orm);
    expect(recounts.map(({ source, differing }) => [source, differing])).toEqual([
      ['rithmic', []],
      ['simulated', []],
    ]);
    expect(recounts[0]?.figures).toMatchObject([{ count: 60, resolved: 60, hits: 20 }]);
    expect(recounts[0]?.figures[0]?.baseRate?.value).toBeCloseTo(1 / 3, 12);
  } finally {
    await database.close();
  }
});

test('a kind that the database counts differently is named', async () => {
  const database = await openMemoryDatabase();
  try {
    // An outcome written before its signal: joined by the database, and no outcome of it by the order of the rows
    const rows = [settled(0), ...numbers.map(raised), ...numbers.slice(1).map(settled)];
    const store = createTrackStore(database.orm, NO_FILE);
    await store.append({ instrumentId: 1, source: 'simulated', run: 'a' }, rows);
    expect(await recountTrack(database.orm)).toMatchObject([{ differing: ['absorption'] }]);
  } finally {
    await database.close();
  }
});
