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
const ORDERLY = { reorder: 0, duplicate: 0, skip: 0 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let standIn: Databento;
beforeAll(async () => {
  standIn = await openStandIn(SCALE);
});
afterAll(() => standIn.close());

interface Fault {
  readonly cause: () => unknown;
  /** Whether the session ends and another one is made. */
  readonly ends: boolean;
}

const FAULTS: readonly Fault[] = [
  {
    ends: false,
    cause: () => standIn.setFaults({ disorder: { reorder: 0.01, duplicate: 0.05, skip: 0.005 } }),
  },
  { ends: false, cause: () => standIn.setFaults({ disorder: ORDERLY }) },
  { ends: true, cause: () => standIn.cutMidRecord() },
  { ends: false, cause: () => standIn.setFaults({ splitBytes: 37 }) },
  { ends: false, cause: () => standIn.setFaults({ splitBytes: null }) },
  { ends: false, cause: () => standIn.warnOfBook() },
  { ends: false, cause: () => standIn.skipRecords(200) },
  { ends: false, cause: () => standIn.sendUnknownRecord() },
  { ends: true, cause: () => standIn.sendError(6, 'Internal error') },
  { ends: true, cause: () => standIn.dropConnections() },
  { ends: false, cause: () => standIn.setFaults({ version: 2 }) },
  {
    ends: true,
    cause: async () => {
      await standIn.stopListening();
      await pause(200);
      await standIn.listenAgain();
      standIn.setFaults({ version: 3 });
    },
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
    const sessions = () => states.filter(({ kind }) => kind === 'running').length;
    let faults = 0;
    // On a busy machine rows come in bursts, of which one is as long as the test: each fault happens nevertheless
    while (followed.rows < ROWS || faults < FAULTS.length) {
      const target = followed.rows + ROWS_A_FAULT;
      await until(() => followed.rows >= target && followed.sync.state === 'live', where);
      const before = sessions();
      const fault = FAULTS[faults % FAULTS.length]!;
      await fault.cause();
      faults += 1;
      if (fault.ends) await until(() => sessions() > before, where);
    }
    standIn.setFaults({ disorder: ORDERLY, splitBytes: null, version: 3 });
    const settled = followed.rows + 500;
    await until(() => followed.rows >= settled && followed.sync.state === 'live', where);
    standIn.freezeMarket();
    await expect.poll(() => differingLevels(standIn, ES, followed)).toEqual([]);
    expect(followed.side('bids').length).toBeGreaterThan(10);
    expect(followed.sync.state).toBe('live');
    standIn.thawMarket();
    expect(states.filter(({ kind }) => kind === 'ended')).toEqual([]);
    expect(sessions()).toBeGreaterThan(3);
    process.stdout.write(
      `${compression}: ${followed.rows} rows, ${faults} faults, ${JSON.stringify(followed.sync.counts)}\n`,
    );
    followed.close();
    await feed.close();
  },
  TIMEOUT_MS,
);
