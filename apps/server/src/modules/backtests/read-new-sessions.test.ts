/** Recorded sessions are read before anybody needs them: the newest first, one at a time, each once by a version of the detectors. */
import type { RunSummary } from '@undertow/feeds';
import { expect, test } from 'vitest';
import type { StoredFacts } from '#ports/backtests/backtests.ts';
import type { JobState } from '#ports/jobs/job-queue.ts';
import { testClock } from '#testing/clock.ts';
import { requestNewSession } from './read-new-sessions.ts';

const NOW = Date.UTC(2026, 10, 20, 18);

const recorded = (product: string, tradingDay: string): RunSummary => ({
  ...{ owner: null, source: 'databento', product, tradingDay, run: tradingDay, path: '/nowhere' },
  ...{ state: 'ended', bytes: 1, rowsBytes: 1, changedMs: 0, records: 1, gaps: 0 },
  ...{ header: null, firstMs: 0, latestMs: 1 },
});

const RUNS = [
  recorded('ES', '2026-11-17'),
  recorded('ES', '2026-11-18'),
  recorded('NQ', '2026-11-19'),
  // Is traded now
  recorded('ES', '2026-11-20'),
];

/** A queue and what is stored, by product and day. */
function parts(detectors = '2') {
  const states = new Map<string, JobState>();
  const requested: unknown[] = [];
  const stored: string[] = [];
  const given = {
    recordings: {
      list: async ({ product = null }: { readonly product?: string | null } = {}) =>
        RUNS.filter((run) => product === null || run.product === product),
    },
    sessionFacts: {
      list: async ({ product }: { readonly product: string }) =>
        stored
          .filter((one) => one.startsWith(product))
          .map((one) => ({ tradingDay: one.slice(3) }) as StoredFacts),
    },
    jobQueue: {
      statesOf: async (_kind: string, keys: readonly string[]) =>
        new Map(keys.flatMap((key) => (states.has(key) ? [[key, states.get(key) as JobState]] : []))),
      enqueue: async (
        _kind: unknown,
        { key, userId }: { readonly key: string; readonly userId: string | null },
      ) => {
        states.set(key, 'waiting');
        requested.push([key.split('/').slice(1, 4).join(' '), userId]);
        return key;
      },
    },
    ...{ detectors, clock: testClock(() => NOW) },
  };
  /** Of the one that is open. */
  const settle = (state: JobState): void => {
    for (const [key, one] of states) if (one === 'waiting') states.set(key, state);
  };
  return { given: given as never as Parameters<typeof requestNewSession>[0], requested, stored, settle };
}

test('the newest session that is over is requested for nobody, and the next one when it is read', async () => {
  const { given, requested, settle } = parts();
  await requestNewSession(given);
  await requestNewSession(given);
  expect(requested).toEqual([['NQ 2026-11-19 2', null]]);
  settle('done');
  await requestNewSession(given);
  expect(requested.slice(1)).toEqual([['ES 2026-11-18 2', null]]);
});

test('one that cannot be read delays none, and what these detectors have read is left alone', async () => {
  const { given, requested, stored, settle } = parts();
  stored.push('ES 2026-11-18');
  await requestNewSession(given);
  settle('dead');
  await requestNewSession(given);
  settle('done');
  await requestNewSession(given);
  expect(requested).toEqual([
    ['NQ 2026-11-19 2', null],
    ['ES 2026-11-17 2', null],
  ]);
});
