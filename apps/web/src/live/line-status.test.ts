/** The one status of the line: its words, its tone and its time in every state. */
import type { FeedStatus } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { formatClock } from '#lib/format/times.ts';
import { EMPTY_STATE, type InstrumentState } from './instrument-state.ts';
import { lineStatus } from './line-status.ts';
import type { Connection } from './reconnect.ts';

const OPEN: Connection = { kind: 'open' };
const LAST_DATA_MS = Date.UTC(2026, 10, 20, 16, 52, 7);
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

/** The newest data is `ageMs` old on its own clock. */
function stateOf(change: Partial<FeedStatus> = {}, delaySeconds = 0, ageMs = 100): InstrumentState {
  return {
    ...EMPTY_STATE,
    status: { ...STATUS, ...change },
    delaySeconds,
    asOfMs: LAST_DATA_MS + ageMs,
    receivedAtMs: 0,
    lastDataMs: LAST_DATA_MS,
  };
}

const simulated = { source: 'simulated' } as const;
const replay = { source: 'replay' } as const;

test.each([
  ['RITHMIC', 'Live', 'ok', stateOf()],
  ['RITHMIC 38 ms', 'Live', 'ok', stateOf({ exchangeToServerMs: 38.2 })],
  ['SIMULATED', 'Live', 'warn', stateOf(simulated)],
  ['STAND-IN', 'Live', 'warn', stateOf({ source: 'databento-stand-in' })],
  ['REPLAY 4×', 'Replay', 'warn', stateOf({ ...replay, replaySpeed: 4 })],
  ['REPLAY', 'Replay', 'warn', stateOf(replay)],
  ['REPLAY', 'Replay', 'warn', stateOf({ isReplay: true }, 0, 60_000)],
  ['REPLAY CLOSED', 'Closed', 'plain', stateOf({ isReplay: true, state: 'closed' })],
  ['DELAYED 15 min', 'Delayed 15 min', 'info', stateOf(simulated, 900)],
  ['STALE 23 s', 'Stale 23 s', 'warn', stateOf(simulated, 0, 23_000)],
  ['STALE 23 s', 'Stale 23 s', 'warn', stateOf(simulated, 900, 23_000)],
  ['GAP', 'Gap', 'warn', stateOf({ state: 'gap' })],
  ['CLOSED', 'Closed', 'plain', stateOf({ state: 'closed' })],
  ['AUCTION', 'Auction', 'warn', stateOf({ state: 'auction' })],
  ['HALTED', 'Halted', 'warn', stateOf({ state: 'halted' })],
  ['CONNECTING', 'Connecting', 'plain', stateOf({ state: 'syncing' })],
  ['CONNECTING', 'Connecting', 'plain', EMPTY_STATE],
] as const)('with an open socket the badge %s has the word %s in the tone %s', (badge, word, tone, state) => {
  expect(lineStatus(OPEN, state, 0)).toMatchObject({ badge, word, tone });
});

test('only the present market is labelled Live', () => {
  const states = [
    stateOf(simulated, 900),
    stateOf(simulated, 0, 5001),
    stateOf({ state: 'syncing' }),
    stateOf({ state: 'gap' }),
    stateOf(replay),
    EMPTY_STATE,
  ];
  for (const state of states) expect(lineStatus(OPEN, state, 0).word).not.toBe('Live');
  const lost: Connection[] = [
    { kind: 'idle' },
    { kind: 'disconnected', closedAtMs: 0 },
    { kind: 'moved', closedAtMs: 0 },
    { kind: 'waiting', attempt: 1, closedAtMs: 0, retryAtMs: 1 },
  ];
  for (const connection of lost) expect(lineStatus(connection, stateOf(), 0).word).not.toBe('Live');
});

test('prices of a history that is still being read are old', () => {
  const syncing = { state: 'syncing' } as const;
  expect(lineStatus(OPEN, stateOf(syncing, 0, 14_400_000), 0).isOld).toBe(true);
  expect(lineStatus(OPEN, stateOf(syncing), 0).isOld).toBe(false);
});

test('detectors that warm up are named while the market itself is the present one', () => {
  const warmingUntil = '2026-11-20T17:02:07.000Z';
  const isWarming = (state: InstrumentState): boolean => lineStatus(OPEN, state, 0).isWarming;
  expect(lineStatus(OPEN, stateOf({ warmingUntil }), 0)).toMatchObject({ word: 'Live', isWarming: true });
  expect(isWarming(stateOf({ warmingUntil, source: 'simulated' }))).toBe(true);
  expect(isWarming(stateOf())).toBe(false);
  expect(isWarming(stateOf({ warmingUntil, isReplay: true }))).toBe(false);
  expect(isWarming(stateOf({ warmingUntil }, 0, 23_000))).toBe(false);
});

test('a finished gap says how long it was', () => {
  const lastGap = { from: '2026-11-20T16:52:01.800Z', to: '2026-11-20T16:52:02.200Z' };
  expect(lineStatus(OPEN, stateOf({ lastGap }), 0).badge).toBe('GAP 0.4 s');
});

test('a lost connection names one time, that of the newest data, whenever the socket closed', () => {
  const status = lineStatus({ kind: 'disconnected', closedAtMs: LAST_DATA_MS + 12_000 }, stateOf(), 0);
  const badge = `DISCONNECTED ${formatClock(LAST_DATA_MS)}`;
  expect(status).toMatchObject({
    badge,
    word: 'Disconnected',
    tone: 'bad',
    isOld: true,
    dataAtMs: LAST_DATA_MS,
  });
  const never = lineStatus({ kind: 'disconnected', closedAtMs: LAST_DATA_MS }, EMPTY_STATE, 0);
  expect(never).toMatchObject({ badge, dataAtMs: null });
});

test('live data that moved to another device is labelled so, and is old', () => {
  const status = lineStatus({ kind: 'moved', closedAtMs: 0 }, stateOf(), 0);
  expect(status).toMatchObject({ badge: 'ON ANOTHER DEVICE', word: 'On another device', isOld: true });
});

test('a lost socket says which attempt is made', () => {
  const waiting = { kind: 'waiting', attempt: 2, closedAtMs: 0, retryAtMs: 1 } as const;
  expect(lineStatus(waiting, stateOf(), 0)).toMatchObject({
    badge: 'RECONNECTING 2 of 5',
    word: 'Reconnecting',
    isOld: true,
  });
});

test('without an instrument nothing is connected, and nothing is wrong', () => {
  expect(lineStatus({ kind: 'idle' }, EMPTY_STATE, 0)).toMatchObject({ word: 'Disconnected', tone: 'plain' });
});
