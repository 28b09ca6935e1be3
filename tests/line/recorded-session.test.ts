/** What a session accepts is what its recording returns: book, gap, trades, blocks, in a file that any feed replays. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BookSync, openDbnReplay } from '@undertow/feeds';
import {
  ACTION_BLOCK,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_SIZE,
  type EventBatch,
  FLAG_MAYBE_BAD_BOOK,
  FLAG_SNAPSHOT,
  instrumentBySymbol,
  ROW_LENGTH,
  SIDE_NONE,
  SIMULATED_CALENDAR,
} from '@undertow/market';
import { openFileRecordings } from '@undertow/server/src/adapters/recordings/file-recordings.ts';
import { InstrumentSession } from '@undertow/server/src/live/session/instrument-session.ts';
import { createLog } from '@undertow/server/src/logging/log.ts';
import { iceberg, quotes, TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterAll, expect, test } from 'vitest';

const root = mkdtempSync(join(tmpdir(), 'undertow-session-'));
afterAll(() => rmSync(root, { recursive: true }));

/** 2026-11-20 16:00 UTC, a Friday morning in Chicago. */
const START = Date.UTC(2026, 10, 20, 16);
const OF = { owner: null, source: 'simulated', product: 'ES' };

/** What comes of a range, in order. */
async function kindsOf(batches: AsyncIterable<EventBatch>): Promise<string[]> {
  const kinds: string[] = [];
  for await (const { rows, count } of batches)
    for (let row = 0; row < count * ROW_LENGTH; row += ROW_LENGTH) kinds.push(kindOf(rows, row));
  return kinds;
}

function kindOf(rows: Int32Array, at: number): string {
  const flags = rows[at + COL_FLAGS]!;
  if ((flags & FLAG_MAYBE_BAD_BOOK) !== 0) return 'gap';
  if ((flags & FLAG_SNAPSHOT) !== 0) return 'book';
  if (rows[at + COL_ACTION] === ACTION_TRADE) return 'trade';
  return rows[at + COL_ACTION] === ACTION_BLOCK ? `block of ${rows[at + COL_SIZE]}` : 'order';
}

test('a session with a trade, a block and a cut is recorded as it was accepted', async () => {
  const es = instrumentBySymbol('ES');
  if (es === undefined) throw new Error('the catalogue has no ES');
  const feed = new TapeFeed({ nowMs: START });
  const limits = { days: 30, maxBytes: 1e9 };
  const log = createLog('silent');
  const recordings = openFileRecordings({ root, isOn: true, limits, databentoDataset: '', log });
  const session = new InstrumentSession({
    feed,
    instrument: es,
    calendar: SIMULATED_CALENDAR,
    recordings,
    ...{ storedBars: [], storedEvents: [], resumes: false },
    ...{ onUpdate: () => undefined, onMid: () => undefined, onDiscontinuity: () => undefined },
    onFault: (error) => {
      throw error;
    },
  });
  session.open();
  feed.push(1, START, quotes(20_000, 1, null));
  feed.push(1, START + 10, iceberg(20_000, 3, 10, 6));
  const block = {
    action: ACTION_BLOCK,
    side: SIDE_NONE,
    priceTicks: 20_003,
    size: 750,
    orderId: 0,
    last: true,
  };
  feed.push(1, START + 20, [{ ...block, aux: 1 }]);
  feed.presentMs += 3000;
  feed.reconnect(1);
  feed.presentMs += 1000;
  feed.pushSnapshot(1, feed.presentMs, quotes(20_010, 500, null));
  feed.push(1, feed.presentMs, quotes(20_012, 600, 500));
  const shown = session.collect()?.book;
  session.close();
  await recordings.close();

  const at = async (timeMs: number) => {
    const opened = await recordings.openInstant(OF, timeMs);
    await opened?.close();
    return opened;
  };
  expect(await at(START)).toMatchObject({ isBookKnown: true, header: { contract: 'ESZ6', tier: 'L3' } });
  expect((await at(START))?.book.bestBidTicks).toBe(19_999);
  const end = await at(START + 60_000);
  expect([end?.book.bestBidTicks, end?.book.bestAskTicks]).toEqual([
    shown?.bids[0]?.priceTicks,
    shown?.asks[0]?.priceTicks,
  ]);
  const kinds = await kindsOf(recordings.stream(OF, START + 1, START + 60_000));
  const seams = kinds.filter((kind, at) => kind !== kinds[at - 1] && kind !== 'order' && kind !== 'trade');
  expect(seams).toEqual(['book', 'block of 750', 'gap', 'book']);
  expect(kinds).toContain('trade');

  const [run] = await recordings.list(OF);
  expect(run).toMatchObject({ tradingDay: '2026-11-20', run: 'tape', state: 'ended', gaps: 1 });
  expect(await statesOf(run?.path ?? '')).toEqual(['live', 'gap', 'resync', 'live']);
});

/** States of a book that is synchronised from a replay of the file. */
async function statesOf(path: string): Promise<readonly string[]> {
  const replay = await openDbnReplay({ path, speed: 'max' });
  const sync = new BookSync();
  const states: string[] = [];
  await new Promise<void>((resolve) => {
    const subscription = replay.open(1, {
      onBatch: (batch) => {
        const accepted = sync.accept(batch, START);
        const { changes, needsSnapshot } = sync.settle(START);
        states.push(...[...accepted.changes, ...changes].map(({ state }) => state));
        if (needsSnapshot) subscription.requestSnapshot();
      },
      onTransport: () => undefined,
      onEnd: resolve,
    });
  });
  await replay.close();
  return states;
}
