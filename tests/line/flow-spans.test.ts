/** Depth and executions of the past: what a session showed, through a restart and a gap, and as late as the plan says. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inflateRawSync } from 'node:zlib';
import { flowSpanData } from '@undertow/contracts';
import {
  DepthLevels,
  decodeFlowSpan,
  type FlowSpan,
  instrumentBySymbol,
  PRINT_SIZE,
  PRINT_STRIDE,
  SIDE_BID,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { openFileFlowStore } from '@undertow/server/src/adapters/flow/file-flow-store.ts';
import { FlowHistory } from '@undertow/server/src/live/flow/flow-history.ts';
import { InstrumentSession } from '@undertow/server/src/live/session/instrument-session.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { openMemoryDatabase } from '@undertow/server/testing/database/databases.ts';
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterEach, expect, test } from 'vitest';
import { openRig, type Rig, type RigUser } from './line-rig.ts';

/** 2026-11-20 16:00 UTC, a Friday morning in Chicago. */
const START = Date.UTC(2026, 10, 20, 16);
const DELAY_MS = 900_000;
const MINUTE_MS = 60_000;
const log = createLog('silent');

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).toReversed()) await end();
});

const opened = (spans: readonly { readonly bytes: Uint8Array }[]): FlowSpan[] =>
  spans.map(({ bytes }) => decodeFlowSpan(inflateRawSync(bytes)));

/** Displayed contracts of a bid at an instant; null while the book is not known. */
function bidAt(spans: readonly FlowSpan[], priceTicks: number, atMs: number): number | null {
  const levels = new DepthLevels();
  for (const { depth } of spans)
    for (const sample of depth) {
      if (sample.atMs > atMs) continue;
      if (sample.change === null) levels.clear();
      else levels.apply(sample.change);
    }
  return levels.isKnown ? levels.sizeAt(SIDE_BID, priceTicks) : null;
}

const tradedIn = (spans: readonly FlowSpan[]): number =>
  spans
    .flatMap(({ prints }) => [...prints.rows.filter((_, at) => at % PRINT_STRIDE === PRINT_SIZE)])
    .reduce((sum, size) => sum + size, 0);

function openSession(feed: TapeFeed, root: string) {
  const es = instrumentBySymbol('ES');
  if (es === undefined) throw new Error('the catalogue has no ES');
  const store = openFileFlowStore({ root, isOn: true, days: 30, log });
  const flow = new FlowHistory({ source: feed.source, store, log });
  const session = new InstrumentSession({
    ...{ feed, instrument: es, calendar: SIMULATED_CALENDAR, flow },
    ...{ storedBars: [], storedEvents: [], resumes: false },
    ...{ onUpdate: () => undefined, onMid: () => undefined, onDiscontinuity: () => undefined },
    onFault: (error) => {
      throw error;
    },
  });
  session.open();
  const advance = (timeMs: number): void => {
    feed.presentMs = timeMs;
    session.collect();
  };
  const list = async (fromMs: number, toMs: number) => opened(await flow.list(es, fromMs, toMs));
  const close = async (): Promise<void> => {
    session.collect();
    session.close();
    await flow.close();
    await store.close();
  };
  return { session, advance, list, close };
}

test('the past of a session is there while it runs and after a restart; a gap is unknown, not filled', async () => {
  const root = mkdtempSync(join(tmpdir(), 'undertow-spans-'));
  ends.push(() => rmSync(root, { recursive: true }));
  const feed = new TapeFeed({ nowMs: START });
  const first = openSession(feed, root);
  feed.push(1, START, quotes(20_000, 1, null));
  feed.push(1, START + 2500, iceberg(20_000, 3, 10, 6));
  first.advance(START + 3000);
  feed.push(1, START + 7 * MINUTE_MS, quotes(20_010, 500, 1));
  first.advance(START + 7 * MINUTE_MS);
  feed.reconnect(1);
  first.advance(START + 8 * MINUTE_MS);
  feed.pushSnapshot(1, START + 8 * MINUTE_MS, quotes(20_020, 700, null));
  feed.push(1, START + 8 * MINUTE_MS + 100, quotes(20_030, 900, 700));
  feed.push(1, START + 9 * MINUTE_MS, iceberg(20_030, 950, 960, 2));
  first.advance(START + 9 * MINUTE_MS);
  const whole = await first.list(START, START + 10 * MINUTE_MS);
  expect(bidAt(whole, 19_999, START + 1000)).toBeGreaterThan(0);
  expect(bidAt(whole, 19_999, START + 7 * MINUTE_MS - 1000)).toBe(bidAt(whole, 19_999, START + 1000));
  expect(bidAt(whole, 20_009, START + 7 * MINUTE_MS + 30_000)).toBeNull();
  expect(bidAt(whole, 20_029, START + 8 * MINUTE_MS + 1000)).toBeGreaterThan(0);
  const traded = tradedIn(whole);
  expect(traded).toBeGreaterThan(0);
  expect(tradedIn(await first.list(START + 5 * MINUTE_MS, START + 10 * MINUTE_MS))).toBeLessThan(traded);
  await first.close();

  const second = openSession(new TapeFeed({ nowMs: START + 20 * MINUTE_MS, run: 'second' }), root);
  ends.push(second.close);
  const restored = await second.list(START, START + 10 * MINUTE_MS);
  expect(tradedIn(restored)).toBe(traded);
  expect(bidAt(restored, 20_029, START + 9 * MINUTE_MS)).toBe(bidAt(whole, 20_029, START + 9 * MINUTE_MS));
});

async function spansOf(rig: Rig, user: RigUser): Promise<FlowSpan[]> {
  const query = `from=${new Date(START).toISOString()}&to=${new Date(START + 40 * MINUTE_MS).toISOString()}`;
  const { status, text } = await rig.get(user, `/api/order-flow/spans?instrumentId=1&${query}`);
  expect(status).toBe(200);
  const spans = flowSpanData.array().parse(JSON.parse(text.split('\n')[1] ?? ''));
  return opened(spans.map(({ data }) => ({ bytes: Buffer.from(data, 'base64') })));
}

test('a delayed viewer sees nothing younger than fifteen minutes, and everything older', async () => {
  const feed = new TapeFeed({ nowMs: START, instrumentIds: [1] });
  const database = await openMemoryDatabase();
  ends.push(() => database.close());
  const rig = await openRig({ feed, database });
  ends.push(() => rig.close());
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  const [pro, basic, other] = [
    await rig.signIn('pro', [1]),
    await rig.signIn('basic', [1]),
    await rig.signIn('pro', [2]),
  ];
  for (let minute = 0; minute < 25; minute += 1) {
    const id = 1000 * (minute + 1);
    feed.push(1, feed.presentMs, quotes(20_000 + minute, id, minute === 0 ? null : id - 1000));
    feed.push(1, feed.presentMs, iceberg(20_000 + minute, id + 3, id + 10, 1));
    await rig.pass(MINUTE_MS);
    const nowMs = feed.presentMs;
    const latest = (spans: readonly FlowSpan[]): number =>
      Math.max(...spans.flatMap(({ depth, prints }) => [...depth.map(({ atMs }) => atMs), ...prints.times]));
    const seen = await spansOf(rig, basic);
    if (seen.length > 0) expect(latest(seen)).toBeLessThan(nowMs - DELAY_MS);
    if (minute < 24) continue;
    expect(latest(seen)).toBeGreaterThan(nowMs - DELAY_MS - 3 * MINUTE_MS);
    expect(latest(await spansOf(rig, pro))).toBeGreaterThan(nowMs - 2 * MINUTE_MS);
  }
  expect(
    (
      await rig.get(
        other,
        `/api/order-flow/spans?instrumentId=1&from=2026-11-20T16:00:00.000Z&to=2026-11-20T17:00:00.000Z`,
      )
    ).status,
  ).toBe(403);
  expect((await rig.get(pro, '/api/order-flow/spans?instrumentId=1&from=yesterday&to=now')).status).toBe(400);
});

test('depth of the past ends where the plan does', async () => {
  const feed = new TapeFeed({ nowMs: START, instrumentIds: [1] });
  const database = await openMemoryDatabase();
  ends.push(() => database.close());
  const rig = await openRig({ feed, database });
  ends.push(() => rig.close());
  await expect.poll(() => feed.isOpen(1)).toBe(true);
  const [pro, basic] = [await rig.signIn('pro', [1]), await rig.signIn('basic', [1])];
  for (const [at, minutes] of [6, 80].entries()) {
    feed.push(1, feed.presentMs, quotes(20_000 + at, 1000 * (at + 1), at === 0 ? null : 1000 * at));
    feed.push(1, feed.presentMs, iceberg(20_000 + at, 1000 * (at + 1) + 3, 1000 * (at + 1) + 10, 1));
    await rig.pass(minutes * MINUTE_MS);
  }
  expect(tradedIn(await spansOf(rig, pro))).toBeGreaterThan(0);
  expect(tradedIn(await spansOf(rig, basic))).toBe(0);
});
