/** Lives of the live feed over the sandbox's stand-in: whatever goes wrong, its book ends as the stand-in's, order by order. */
import type { DatabentoState } from '@undertow/feeds';
import { feedConformance } from '@undertow/feeds/testing/feed-conformance.ts';
import type { Databento } from '@undertow/sandbox/src/databento/gateway/start-databento.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ES, openFeed, openStandIn } from '#tests/databento/stand-in-rig.ts';
import { differingLevels } from '#tests/rithmic/differing-levels.ts';
import { FollowedBook } from '#tests/rithmic/followed-book.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';
const ROWS = IS_LONG ? 1_000_000 : 12_000;
const SCALE = IS_LONG ? 60 : 20;
/** Rows between two faults. */
const ROWS_A_FAULT = ROWS / 24;
/** Faults come far more often than in production: waits between attempts are scaled down alike. */
const WAIT_SCALE = 1 / 8;
const TIMEOUT_MS = IS_LONG ? 3_000_000 : 100_000;
/** What was under way when the market froze has come by then. */
const SETTLED = { timeout: 20_000 };
const ORDERLY = { reorder: 0, duplicate: 0, skip: 0 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let standIn: Databento;
beforeAll(async () => {
  standIn = await openStandIn(SCALE);
});
afterAll(() => standIn.close());

const FAULTS: readonly (() => Promise<void>)[] = [
  async () => standIn.setFaults({ disorder: { reorder: 0.01, duplicate: 0.05, skip: 0.005 } }),
  async () => standIn.setFaults({ disorder: ORDERLY }),
  async () => standIn.cutMidRecord(),
  async () => standIn.setFaults({ splitBytes: 37 }),
  async () => standIn.setFaults({ splitBytes: null }),
  async () => standIn.warnOfBook(),
  async () => standIn.skipRecords(200),
  async () => standIn.sendUnknownRecord(),
  async () => standIn.sendError(6, 'Internal error'),
  async () => standIn.dropConnections(),
  async () => standIn.setFaults({ version: 2 }),
  async () => {
    await standIn.stopListening();
    await pause(200);
    await standIn.listenAgain();
    standIn.setFaults({ version: 3 });
  },
];

async function until(isDone: () => boolean, what: () => string): Promise<void> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  while (!isDone()) {
    if (performance.now() > deadlineMs) throw new Error(`it did not happen in time: ${what()}`);
    await pause(20);
  }
}

feedConformance('the live feed of Databento', { open: () => openFeed(standIn), instrumentId: ES });

test.each(['none', 'zstd'] as const)(
  `after ${ROWS} rows with cuts, holes, repeated and reordered ones the book is the stand-in's, order by order (compression %s)`,
  async (compression) => {
    const states: DatabentoState[] = [];
    const feed = await openFeed(standIn, { states, compression, waitScale: WAIT_SCALE });
    const followed = new FollowedBook(feed, ES);
    const where = () =>
      `${followed.rows} rows, ${faults} faults, ${followed.sync.state}, ${JSON.stringify(states.slice(-3))}`;
    let faults = 0;
    while (followed.rows < ROWS) {
      const target = followed.rows + ROWS_A_FAULT;
      await until(() => followed.rows >= target && followed.sync.state === 'live', where);
      await FAULTS[faults % FAULTS.length]?.();
      faults += 1;
    }
    standIn.setFaults({ disorder: ORDERLY, splitBytes: null, version: 3 });
    const settled = followed.rows + 500;
    await until(() => followed.rows >= settled && followed.sync.state === 'live', where);
    standIn.freezeMarket();
    await expect.poll(() => differingLevels(standIn, ES, followed), SETTLED).toEqual([]);
    expect(followed.side('bids').length).toBeGreaterThan(10);
    expect(followed.sync.state).toBe('live');
    standIn.thawMarket();
    expect(states.filter(({ kind }) => kind === 'ended')).toEqual([]);
    expect(states.filter(({ kind }) => kind === 'running').length).toBeGreaterThan(3);
    process.stdout.write(
      `${compression}: ${followed.rows} rows, ${faults} faults, ${JSON.stringify(followed.sync.counts)}\n`,
    );
    followed.close();
    await feed.close();
  },
  TIMEOUT_MS,
);
