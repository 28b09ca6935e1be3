/** Sessions one after the other: the state between them, how long each wait is, and when there is no next one. */
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TEST_DATASET, TEST_KEY, TestGateway } from '#testing/databento-gateway.ts';
import { DatabentoError } from './databento-error.ts';
import type { DatabentoState } from './databento-feed.ts';
import { SessionKeeper } from './session-keeper.ts';

let gateway: TestGateway;
let keeper: SessionKeeper;
let states: DatabentoState[];
let lost: string[];
let clockMs: number;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  gateway = await TestGateway.open();
  [states, lost, clockMs] = [[], [], 0];
  keeper = keeperOf();
});
afterEach(async () => {
  vi.useRealTimers();
  keeper.close();
  await gateway.close();
});

function keeperOf(key = TEST_KEY, dataset = TEST_DATASET): SessionKeeper {
  return new SessionKeeper(
    {
      ...{ ...gateway.place, key, dataset, compression: 'none', waitScale: 1 },
      ...{ monotonicMs: () => clockMs, random: () => 1, onState: (state) => states.push(state) },
    },
    {
      startLines: () => ['start_session'],
      onMetadata: () => undefined,
      onBlock: () => undefined,
      onLost: (error) => lost.push(error.fault),
    },
  );
}

async function until(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (isDone()) return;
    await setImmediate();
  }
  throw new Error(`not in time: ${JSON.stringify(states)}`);
}

/** Long enough for a connection that should not come. */
async function turns(): Promise<void> {
  for (let turn = 0; turn < 50; turn += 1) await setImmediate();
}

/** A session that runs, the first or a later one. */
async function running(): Promise<void> {
  const count = states.length;
  keeper.connect();
  await until(() => states.length > count);
  expect(states.at(-1)).toEqual({ kind: 'running' });
}

/** The wait after a session that ends now. */
async function waitAfterCut(): Promise<number> {
  const count = states.length;
  gateway.session.finish();
  await until(() => states.length > count);
  const state = states.at(-1);
  return state?.kind === 'waiting' ? state.waitMs : Number.NaN;
}

test('it connects when it is told to, and is running once the stream has begun', async () => {
  await setImmediate();
  expect([keeper.state, gateway.sessions.length]).toEqual(['connecting', 0]);
  await running();
  expect([keeper.state, keeper.isRunning, keeper.failure, keeper.backlogBytes]).toEqual([
    'running',
    true,
    null,
    0,
  ]);
  keeper.connect();
  await setImmediate();
  expect(gateway.sessions).toHaveLength(1);
});

test('after a cut it waits, says why and for how long, and connects again', async () => {
  await running();
  expect(await waitAfterCut()).toBe(1000);
  expect([keeper.state, keeper.isRunning, keeper.failure?.fault]).toEqual(['waiting', false, 'gateway_down']);
  expect(lost).toEqual(['gateway_down']);
  vi.advanceTimersByTime(999);
  await setImmediate();
  expect(gateway.sessions).toHaveLength(1);
  vi.advanceTimersByTime(1);
  await until(() => keeper.isRunning);
  expect(gateway.sessions).toHaveLength(2);
  // Why the last one ended stays readable
  expect(keeper.failure?.fault).toBe('gateway_down');
});

test('waits grow while sessions are short, and begin again after one that ran for ten seconds', async () => {
  await running();
  expect(await waitAfterCut()).toBe(1000);
  await running();
  clockMs += 9999;
  expect(await waitAfterCut()).toBe(2000);
  await running();
  clockMs += 10_000;
  expect(await waitAfterCut()).toBe(1000);
});

test('who cannot wait connects at once, and the wait that was due is over', async () => {
  await running();
  await waitAfterCut();
  await running();
  expect(await waitAfterCut()).toBe(2000);
  vi.advanceTimersByTime(1999);
  await turns();
  expect(gateway.sessions).toHaveLength(2);
  vi.advanceTimersByTime(1);
  await until(() => keeper.isRunning);
  expect(gateway.sessions).toHaveLength(3);
});

test('a session that never ran is no good one, however long ago the last one was', async () => {
  await running();
  expect(await waitAfterCut()).toBe(1000);
  clockMs = 60_000;
  gateway.behaviour.metadata = (bytes) => Uint8Array.from(bytes, (byte, at) => (at === 8 ? 88 : byte));
  keeper.connect();
  await until(() => states.length === 3);
  expect(states.at(-1)).toMatchObject({ kind: 'waiting', fault: 'protocol', waitMs: 2000 });
});

test('a refused key is the end, until somebody connects again', async () => {
  gateway.behaviour.refusal = 'User authentication failed';
  keeper.connect();
  await until(() => states.length === 1);
  expect(states).toEqual([
    {
      ...{ kind: 'ended', fault: 'key_refused' },
      reason: 'the gateway refused the session: User authentication failed',
    },
  ]);
  expect([keeper.state, vi.getTimerCount()]).toEqual(['ended', 0]);
  gateway.behaviour.refusal = null;
  await running();
});

test('a limit of sessions is waited for five minutes', async () => {
  gateway.behaviour.refusal = 'too many sessions';
  keeper.connect();
  await until(() => states.length === 1);
  expect(states[0]).toMatchObject({ kind: 'waiting', fault: 'connection_limit', waitMs: 300_000 });
});

test('a session of another dataset is given up', async () => {
  keeper = keeperOf(TEST_KEY, 'XNAS.ITCH');
  keeper.connect();
  await until(() => states.length === 1);
  expect(states[0]).toMatchObject({
    ...{ kind: 'waiting', fault: 'protocol', reason: 'expected the dataset XNAS.ITCH, got GLBX.MDP3' },
  });
});

test('a session that is given up is lost for that reason, and another one follows', async () => {
  await running();
  keeper.giveUp(new DatabentoError('no_snapshot', 'no book came'));
  expect(lost).toEqual(['no_snapshot']);
  expect(states.at(-1)).toMatchObject({ kind: 'waiting', reason: 'no book came' });
  // There is no session now
  keeper.giveUp(new DatabentoError('no_snapshot', 'again'));
  keeper.send(['nothing']);
  expect(lost).toHaveLength(1);
});

test('a keeper that is closed reports nothing and never connects again', async () => {
  await running();
  await waitAfterCut();
  keeper.close();
  expect(vi.getTimerCount()).toBe(0);
  keeper.connect();
  vi.advanceTimersByTime(600_000);
  await turns();
  expect([gateway.sessions.length, states.length]).toEqual([1, 2]);
});
