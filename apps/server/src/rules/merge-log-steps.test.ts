/** Which steps of a connection are merged into one entry, and that none is lost by it. */

import type { ConnectionStep } from '@undertow/contracts';
import { MINUTE_MS, SECOND_MS } from '@undertow/market';
import { expect, test } from 'vitest';
import type { StepNote } from '#ports/credentials.ts';
import { mergeLogStep } from './merge-log-steps.ts';

const START = Date.UTC(2026, 10, 20, 16);

function note(step: ConnectionStep, atMs: number, more: Partial<StepNote> = {}): StepNote {
  const nothing = { fault: null, server: null, tier: null, withoutDataMs: null };
  return { step, sinceMs: atMs, atMs, times: 1, ...nothing, ...more };
}

const logOf = (notes: readonly StepNote[]) => notes.reduce<readonly StepNote[]>(mergeLogStep, []);

test('steps of a user, one after the other, are separate entries', () => {
  const steps = ['connecting', 'refused', 'connecting', 'connected', 'disconnected'] as const;
  const log = logOf(steps.map((step, n) => note(step, START + n * SECOND_MS)));
  expect(log.map(({ step, times }) => [step, times])).toEqual(steps.toReversed().map((step) => [step, 1]));
});

test('equal steps that follow each other are one entry, with first, latest and longest', () => {
  const resyncs = [400, 1200, 300].map((withoutDataMs, n) =>
    note('resynced', START + n * MINUTE_MS, { withoutDataMs }),
  );
  expect(logOf(resyncs)).toEqual([
    note('resynced', START + 2 * MINUTE_MS, { sinceMs: START, times: 3, withoutDataMs: 1200 }),
  ]);
});

test('ten minutes apart they are two entries, and another reason is never the same', () => {
  const far = [note('resynced', START), note('resynced', START + 10 * MINUTE_MS)];
  expect(logOf(far)).toHaveLength(2);
  const reasons = [
    note('waiting', START, { fault: 'gateway_down' }),
    note('waiting', START + SECOND_MS, { fault: 'maintenance' }),
  ];
  expect(logOf(reasons)).toHaveLength(2);
  for (const other of [{ server: 'rithmic_paper' }, { tier: 'L2' }] as const)
    expect(
      logOf([note('connected', START), note('connected', START + SECOND_MS, other as never)]),
    ).toHaveLength(2);
});

test('a connection that flaps for an hour makes a bounded number of entries, and each step counts', () => {
  const flaps: StepNote[] = [];
  for (let atMs = START; atMs < START + 60 * MINUTE_MS; atMs += 3 * SECOND_MS)
    flaps.push(
      note('interrupted', atMs, { fault: 'gateway_down' }),
      note('connected', atMs + SECOND_MS, { server: 'rithmic_paper_server', tier: 'L3' }),
      note('resynced', atMs + SECOND_MS, { withoutDataMs: 900 }),
    );
  const log = logOf(flaps);
  expect(log.length).toBe(8);
  expect(log.reduce((sum, { times }) => sum + times, 0)).toBe(flaps.length);
  // The top entry is its latest step
  expect(log[0]).toMatchObject({ step: 'resynced', atMs: flaps.at(-1)?.atMs });
  expect(log.map(({ atMs }) => atMs)).toEqual(log.map(({ atMs }) => atMs).toSorted((a, b) => b - a));
});
