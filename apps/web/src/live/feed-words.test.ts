/** The state of the line in words. */
import type { FeedStatus } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { feedWords, type LineView } from './feed-words.ts';
import { feedCondition } from './freshness.ts';
import { EMPTY_STATE } from './instrument-state.ts';

const STATUS: FeedStatus = {
  instrumentId: 1,
  state: 'live',
  source: 'rithmic',
  contract: 'ESZ6',
  tier: 'L3',
  replaySpeed: null,
  lastMessageAt: null,
  exchangeToServerMs: null,
  tradesPerSecond: 0,
  gapsToday: 0,
  resyncsToday: 0,
  lastGap: null,
  opensAt: null,
};

function view(
  condition: LineView['condition'],
  change: Partial<FeedStatus> = {},
  delaySeconds = 0,
): LineView {
  return {
    condition,
    connection: { kind: 'open' },
    state: {
      ...EMPTY_STATE,
      status: { ...STATUS, ...change },
      delaySeconds,
      asOfMs: 10_000,
      lastDataMs: 4000,
    },
  };
}

test.each([
  ['RITHMIC', 'ok', view('live')],
  ['RITHMIC 38 ms', 'ok', view('live', { exchangeToServerMs: 38.2 })],
  ['SIMULATED', 'warn', view('live', { source: 'simulated' })],
  ['REPLAY 4×', 'warn', view('live', { source: 'replay', replaySpeed: 4 })],
  ['REPLAY', 'warn', view('live', { source: 'replay' })],
  ['DELAYED 15 min', 'info', view('live', { source: 'simulated' }, 900)],
  ['STALE 6 s', 'warn', view('stale')],
  ['GAP', 'warn', view('gap')],
  ['CLOSED', 'plain', view('closed')],
  ['HALTED', 'warn', view('halted')],
] as const)('%s is said in the tone %s', (text, tone, line) => {
  expect(feedWords(line, 0)).toEqual({ text, tone });
});

test('a finished gap says how long it was', () => {
  const lastGap = { from: '2026-11-20T15:14:39.800Z', to: '2026-11-20T15:14:40.200Z' };
  expect(feedWords(view('gap', { lastGap }), 0).text).toBe('GAP 0.4 s');
});

test('live data that moved to another device says so, and is no longer fresh', () => {
  const moved = { kind: 'moved', closedAtMs: 0 } as const;
  expect(feedWords({ ...view('disconnected'), connection: moved }, 0).text).toBe('ON ANOTHER DEVICE');
  expect(feedCondition(moved, EMPTY_STATE, 0)).toBe('disconnected');
});

test('a lost socket says which attempt is made', () => {
  const waiting = { kind: 'waiting', attempt: 2, closedAtMs: 0, retryAtMs: 1 } as const;
  expect(feedWords({ ...view('reconnecting'), connection: waiting }, 0).text).toBe('RECONNECTING 2 of 5');
});
