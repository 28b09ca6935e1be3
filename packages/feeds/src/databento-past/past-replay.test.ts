/** A replay of one contract's trades: what it requests, which rows it passes on, and each way in which it ends. */
import { setImmediate } from 'node:timers/promises';
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  type EventBatch,
  FLAG_LAST,
  ROW_LENGTH,
  rowTimeMs,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { DatabentoError } from '#databento/databento-error.ts';
import type { SessionOptions } from '#databento/gateway-session.ts';
import { TEST_DATASET, TEST_KEY, TestGateway } from '#testing/databento-gateway.ts';
import {
  definitionRecord,
  errorRecord,
  mappingRecord,
  type PriceFields,
  priceRecord,
  systemRecord,
} from '#testing/dbn-records.ts';
import { PastReplay, type ReplayRequest } from './past-replay.ts';

const START_MS = 1_704_207_600_000;
const CATALOGUE_ID = 4;
/** The vendor's number of ESZ6 on the gateway of tests. */
const VENDOR_ID = 7;

let gateway: TestGateway;
let replay: PastReplay | null;
let rows: Int32Array[];
let events: string[];
let failure: DatabentoError | null;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  gateway = await TestGateway.open();
  [replay, rows, events, failure] = [null, [], [], null];
});
afterEach(async () => {
  vi.useRealTimers();
  replay?.close();
  await gateway.close();
});

/** Turns of the event loop until it is so: the clock of timers stands still meanwhile. */
async function until(isDone: () => boolean): Promise<void> {
  for (let turn = 0; turn < 20_000; turn += 1) {
    if (isDone()) return;
    await setImmediate();
  }
  throw new Error(`not in time: ${events.join()}`);
}

function onTrades({ rows: from, count }: EventBatch): void {
  events.push(`trades ${count}`);
  for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) rows.push(from.slice(at, at + ROW_LENGTH));
}

/** A replay whose session runs. */
async function begin(fields: Partial<ReplayRequest> = {}): Promise<void> {
  const session: SessionOptions = {
    ...gateway.place,
    ...{ key: TEST_KEY, dataset: TEST_DATASET, compression: 'none', waitScale: 1 },
  };
  const request = { session, instrumentId: CATALOGUE_ID, code: 'ESZ6', fromMs: START_MS, ...fields };
  replay = new PastReplay(request, {
    onTrades,
    onCompleted: () => events.push('completed'),
    onFailed: (error) => {
      failure = error;
      events.push(`failed ${error.fault}`);
    },
  });
  await until(() => gateway.sessions[0]?.lines.includes('start_session') === true);
}

/** Trades a millisecond apart from the start on, as the gateway sends them. */
const trade = (ms: number, fields: PriceFields = {}): Buffer =>
  priceRecord('trades', {
    ...{ instrumentId: VENDOR_ID, timeNs: BigInt(START_MS + ms) * 1_000_000n, tsOut: true, ...fields },
  });
const completed = systemRecord(3, 'Finished trades replay', { tsOut: true });
const send = (...records: readonly Buffer[]): void => gateway.session.send(Buffer.concat(records));

test('it subscribes the trades of one contract from an instant on, in one line, and starts', async () => {
  await begin();
  expect(gateway.session.lines.slice(1)).toEqual([
    `schema=trades|stype_in=raw_symbol|id=1|symbols=ESZ6|start=${START_MS}000000|snapshot=0|is_last=1`,
    'start_session',
  ]);
});

test('an instant of 0 is as far back as the gateway has', async () => {
  await begin({ fromMs: 0 });
  expect(gateway.session.lines[1]).toContain('|start=0|');
});

test('trades come with the number of the catalogue, each an event of its own, all else as sent', async () => {
  await begin();
  send(
    trade(1, { flags: 0, size: 3, side: 'B' }),
    trade(2, { side: 'A', priceNanos: 4_799_750_000_000n }),
    completed,
  );
  await until(() => events.includes('completed'));
  expect(
    rows.map((row) => [
      rowTimeMs(row, 0) - START_MS,
      ...[COL_ACTION, COL_INSTRUMENT, COL_SIDE, COL_SIZE, COL_PRICE_TICKS].map((column) => row[column]),
      (row[COL_FLAGS]! & FLAG_LAST) !== 0,
    ]),
  ).toEqual([
    [1, ACTION_TRADE, CATALOGUE_ID, SIDE_BID, 3, 19_201, true],
    [2, ACTION_TRADE, CATALOGUE_ID, SIDE_ASK, 1, 19_199, true],
  ]);
});

test('what is no trade, or of a contract that nobody knows, is left out between trades', async () => {
  await begin();
  const foreign = mappingRecord('YYZ6', 'YYZ6', { instrumentId: 99, tsOut: true });
  send(
    foreign,
    trade(1, { action: 'C' }),
    trade(2),
    trade(3, { instrumentId: 99 }),
    trade(4, { action: 'N' }),
    trade(5),
    completed,
  );
  await until(() => events.includes('completed'));
  expect(rows.map((row) => rowTimeMs(row, 0) - START_MS)).toEqual([2, 5]);
});

test('a contract whose tick is not the catalogue’s has no past', async () => {
  await begin();
  const fields = { instrumentId: VENDOR_ID, symbol: 'ESZ6', tsOut: true };
  send(
    definitionRecord(3, { ...fields, tickNanos: 500_000_000n }),
    trade(1, { priceNanos: 4_800_500_000_000n }),
  );
  send(definitionRecord(3, fields), trade(2, { priceNanos: 4_800_500_000_000n }), completed);
  await until(() => events.includes('completed'));
  expect(rows.map((row) => rowTimeMs(row, 0) - START_MS)).toEqual([2]);
});

test('trades that come in one piece with the end of the replay come before it', async () => {
  await begin();
  send(trade(1), trade(2), completed, completed);
  await until(() => events.includes('completed'));
  await setImmediate();
  expect(events).toEqual(['trades 2', 'completed']);
});

test('pieces without a trade are not passed on', async () => {
  await begin();
  send(trade(1, { action: 'C' }));
  send(completed);
  await until(() => events.includes('completed'));
  expect(events).toEqual(['completed']);
});

test('once it is complete, trades go on to come as they happen, and time does not end it', async () => {
  await begin();
  send(trade(1), completed);
  await until(() => events.includes('completed'));
  vi.advanceTimersByTime(9999);
  send(trade(2));
  await until(() => rows.length === 2);
  expect(events).toEqual(['trades 1', 'completed', 'trades 1']);
  expect(vi.getTimerCount()).toBe(1);
});

test('ten seconds without a trade end it, counted from the last one', async () => {
  await begin();
  vi.advanceTimersByTime(9999);
  send(trade(1));
  await until(() => rows.length === 1);
  vi.advanceTimersByTime(9999);
  expect(failure).toBeNull();
  vi.advanceTimersByTime(1);
  expect(failure).toMatchObject({
    ...{ fault: 'silent', message: 'the replay was given up: no trade came for 10 s' },
  });
});

test('twenty seconds end it however many trades come', async () => {
  await begin();
  for (let second = 1; second <= 19; second += 1) {
    vi.advanceTimersByTime(1000);
    send(trade(second));
    await until(() => rows.length === second);
  }
  vi.advanceTimersByTime(999);
  expect(failure).toBeNull();
  vi.advanceTimersByTime(1);
  expect(failure?.message).toBe('the replay was given up: it did not complete within 20 s');
});

test.each([
  [1, 'key_refused'],
  [3, 'connection_limit'],
  [5, 'invalid_subscription'],
  [6, 'gateway_error'],
  [8, 'replay_aged_out'],
  // One contract is all there is to the session: what elsewhere is about one symbol ends it
  [4, 'gateway_error'],
  [255, 'gateway_error'],
] as const)('an error of code %i ends it as %s, with the words of the gateway', async (code, fault) => {
  await begin();
  send(errorRecord(code, `not for ${TEST_KEY}`, { tsOut: true }), trade(1), completed);
  await until(() => failure !== null);
  expect(failure).toMatchObject({ fault, message: 'the gateway reports: not for …' });
  expect(events).toEqual([`failed ${fault}`]);
});

test('other messages of the gateway end nothing', async () => {
  await begin();
  for (const code of [0, 1, 2, 4]) send(systemRecord(code, 'said', { tsOut: true }));
  send(trade(1), completed);
  await until(() => events.includes('completed'));
  expect(events).toEqual(['trades 1', 'completed']);
});

test('a connection that ends is reported once, with what came before it', async () => {
  await begin();
  send(trade(1));
  await until(() => rows.length === 1);
  gateway.session.finish();
  await until(() => failure !== null);
  expect(events).toEqual(['trades 1', 'failed gateway_down']);
  expect(vi.getTimerCount()).toBe(0);
});

test('a replay that is closed says nothing more, and leaves neither session nor timers', async () => {
  await begin();
  send(trade(1));
  await until(() => rows.length === 1);
  replay?.close();
  expect(vi.getTimerCount()).toBe(0);
  send(trade(2), completed);
  await setImmediate();
  await setImmediate();
  expect(events).toEqual(['trades 1']);
});
