import type { RithmicState } from '@undertow/feeds';
import type { Gateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { differingLevels } from '#tests/rithmic/differing-levels.ts';
import { FollowedBook } from '#tests/rithmic/followed-book.ts';
import { ES, openAccount, openGateway } from '#tests/rithmic/gateway-rig.ts';

const ROWS = 1_000_000;
const SCALE = 60;
const RETURNS = 100;
/** Rows between two faults. */
const ROWS_A_FAULT = ROWS / 20;
/** Faults come far more often than in production: waits between attempts are scaled down alike. */
const WAIT_SCALE = 1 / 16;
/** Data resumes within this time after a gateway outage of seconds. */
const BACK_MS = 10_000;
const TIMEOUT_MS = 3_000_000;

const EVERYWHERE = Number.POSITIVE_INFINITY;
/** A window of prices reaches at least this far to each side of the market. */
const AROUND_TICKS = 10;
const ORDERLY = { reorder: 0, duplicate: 0 };
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway(SCALE);
});
afterAll(() => gateway.close());

interface Fault {
  readonly cause: () => unknown;
  /** Whether the connection ends and is made anew. */
  readonly cuts: boolean;
}

const FAULTS: readonly Fault[] = [
  { cuts: false, cause: () => gateway.disorderDepth({ reorder: 0.02, duplicate: 0.1 }) },
  { cuts: false, cause: () => gateway.disorderDepth(ORDERLY) },
  { cuts: true, cause: () => gateway.cutMidFrame() },
  { cuts: false, cause: () => gateway.sendGarbage('unknown-template') },
  { cuts: true, cause: () => gateway.sendGarbage('random-body') },
  {
    cuts: true,
    cause: async () => {
      await gateway.stopListening();
      await pause(300);
      await gateway.listenAgain();
    },
  },
];

async function until(isDone: () => boolean): Promise<void> {
  const deadlineMs = performance.now() + TIMEOUT_MS;
  while (!isDone()) {
    if (performance.now() > deadlineMs) throw new Error('it did not happen in time');
    await pause(20);
  }
}

test.each([
  ['paper', 'order by order', EVERYWHERE],
  ['paper-prices', 'price by price', AROUND_TICKS],
  ['paper-l2', 'level by level', EVERYWHERE],
])(
  `after ${ROWS} updates with cuts, garbage, reordered and repeated ones the book that %s sees is the gateway's, %s`,
  async (password, _, aroundTicks) => {
    const states: RithmicState[] = [];
    const feed = await openAccount(gateway, {
      password,
      user: `chaos-${password}`,
      states,
      waitScale: WAIT_SCALE,
    });
    const followed = new FollowedBook(feed, ES);
    const connections = () => states.filter(({ kind }) => kind === 'connected').length;
    let faults = 0;
    let cuts = 0;
    // On a busy machine rows come in bursts, of which one is as long as the test: each fault happens nevertheless
    while (followed.rows < ROWS || faults < FAULTS.length) {
      const target = followed.rows + ROWS_A_FAULT;
      await until(() => followed.rows >= target && followed.sync.state === 'live');
      const fault = FAULTS[faults % FAULTS.length]!;
      await fault.cause();
      faults += 1;
      if (!fault.cuts) continue;
      cuts += 1;
      await until(() => connections() > cuts);
    }
    gateway.disorderDepth(ORDERLY);
    const settled = followed.rows + 500;
    await until(() => followed.rows >= settled && followed.sync.state === 'live');
    gateway.freezeMarket();
    await expect.poll(() => differingLevels(gateway, ES, followed, aroundTicks)).toEqual([]);
    expect(followed.side('bids').length).toBeGreaterThan(10);
    expect(followed.sync.state).toBe('live');
    gateway.thawMarket();
    expect(states.filter(({ kind }) => kind === 'ended')).toEqual([]);
    // A cut breaks the connection once, and nothing else does
    expect(connections()).toBe(1 + cuts);
    process.stdout.write(
      `${password}: ${followed.rows} rows, ${faults} faults, ${JSON.stringify(followed.sync.counts)}\n`,
    );
    followed.close();
    await feed.close();
  },
  TIMEOUT_MS,
);

test(
  `${RETURNS} of ${RETURNS} times data is there again within ten seconds of the gateway's return`,
  async () => {
    const feed = await openAccount(gateway, { password: 'paper', user: 'returns', waitScale: WAIT_SCALE });
    const followed = new FollowedBook(feed, ES);
    await until(() => followed.rows > 100);
    const waits: number[] = [];
    for (let round = 0; round < RETURNS; round += 1) {
      await gateway.stopListening();
      // Short and long: the wait between attempts has grown by then
      await pause(round % 3 === 2 ? 8000 : 500 + 1000 * (round % 3));
      await gateway.listenAgain();
      const backMs = performance.now();
      await until(() => followed.rowMs > backMs && followed.sync.state === 'live');
      waits.push(Math.round(performance.now() - backMs));
    }
    waits.sort((a, b) => a - b);
    process.stdout.write(`back after ms: median ${waits[waits.length >> 1]}, longest ${waits.at(-1)}\n`);
    expect(waits.filter((ms) => ms > BACK_MS)).toEqual([]);
    followed.close();
    await feed.close();
  },
  TIMEOUT_MS,
);
