/** T02, T03: a market with a price of its own each second, and no byte that a Basic viewer receives is younger than 15:00. */
import { ORDER_FLOW_KINDS, SUBPROTOCOL_BATCHED, SUBPROTOCOL_FLOW_EVENT } from '@undertow/contracts';
import { TapeFeed } from '@undertow/server/testing/tape-feed.ts';
import { afterEach, expect, test } from 'vitest';
import type { WebSocket } from 'ws';
import { alertEveryEvent } from './every-event-rule.ts';
import { DELAY_MS, LeakOracle, PRICE } from './leak-oracle.ts';
import { openRig, type Rig, type RigUser, settle } from './line-rig.ts';
import { MARKET_ROUTES } from './market-routes.ts';
import { ceiling, RISING_SINCE as START, WATCHED_ONLY, writeHistory, writeSecond } from './rising-market.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';
/** Longer than the delay: each total of Basic is compared with what Pro read fifteen minutes before. */
const WATCHED_SECONDS = IS_LONG ? 1800 : 1140;
/** Of it, in quarters, while the feed's clock jumps. */
const JUMPING_SECONDS = 400;
/** Between two readings of every route; a divisor of the delay, and one of them is in each quarter but the first. */
const READ_EVERY_SECONDS = IS_LONG ? 30 : 75;
const TIMEOUT_MS = IS_LONG ? 1_200_000 : 300_000;

/** Totals: those that Basic reads must not exceed what Pro read fifteen minutes before. */
const AMOUNTS: readonly (readonly [url: string, amount: (body: string) => number])[] = [
  ['/api/order-flow-events/counts?instrumentId=1', (body) => JSON.parse(body).total],
  [
    '/api/order-flow-events/largest?instrumentId=1',
    (body) => Object.values<number>(JSON.parse(body).counts).reduce((sum, count) => sum + count, 0),
  ],
  ['/api/session-facts?instrumentId=1', (body) => JSON.parse(body).volume],
  ['/api/ai-patterns?instrumentId=1', (body) => JSON.parse(body).length],
  [
    '/api/track-record?instrumentId=1',
    (body) => JSON.parse(body).entries.reduce((sum: number, { count }: { count: number }) => sum + count, 0),
  ],
];

let rig: Rig | null = null;
afterEach(async () => {
  await rig?.close();
  rig = null;
});

async function subscribe(open: Rig, user: RigUser, protocols: readonly string[]): Promise<WebSocket> {
  const socket = await open.connect(user, protocols);
  const orderFlow = [{ instrumentId: 1, kinds: ORDER_FLOW_KINDS }];
  socket.send(JSON.stringify({ type: 'subscribe', userId: user.id, instrumentIds: [1], orderFlow }));
  await settle(socket);
  return socket;
}

/** Runs the market for `seconds`; `jump` returns the error of the feed's clock in a second. */
async function watch(seconds: number, jump: (second: number) => number) {
  const feed = new TapeFeed({ nowMs: START, instrumentIds: [1, WATCHED_ONLY] });
  const open = await openRig({ feed, allTypes: true });
  rig = open;
  const basic = await open.signIn('basic', [1]);
  for (const id of [1, WATCHED_ONLY]) await open.stores.watchlist.add(basic.id, id, START);
  open.bus.publish('userChanged', { userId: basic.id });
  await open.get(basic, '/api/watchlist');
  for (const id of [1, WATCHED_ONLY]) await expect.poll(() => feed.isOpen(id)).toBe(true);
  writeHistory(feed);
  const pro = await open.signIn('pro', [1]);
  await alertEveryEvent(open, basic, START);
  // Neither a free account nor an instrument beyond the plan's limit may give any price at all
  const free = await open.signIn('free', []);
  const paused = await open.signIn('pro', [2, 1]);
  await open.setTier(paused, 'basic');
  const given: string[] = [];
  const readNothing = (text: string, channel: string): void => {
    for (const [price] of text.matchAll(PRICE)) given.push(`${channel}: ${price}`);
  };
  const amounts = new Map<string, number>();
  const oracle = new LeakOracle();
  const realTime = new LeakOracle();
  const sockets = [
    await subscribe(open, basic, [SUBPROTOCOL_BATCHED]),
    await subscribe(open, basic, [SUBPROTOCOL_FLOW_EVENT]),
    await subscribe(open, basic, []),
  ];
  let chartEvents = 0;
  for (const [n, socket] of sockets.entries()) {
    socket.on('message', (data) => {
      const text = data.toString();
      if (text.includes('"type":"orderFlowEvent"')) chartEvents += 1;
      oracle.read(text, open.elapsed.ms, `socket ${n}`);
    });
  }
  const without = [await subscribe(open, free, []), await subscribe(open, paused, [SUBPROTOCOL_BATCHED])];
  for (const socket of without) socket.on('message', (data) => readNothing(data.toString(), 'socket'));
  const live = await subscribe(open, pro, [SUBPROTOCOL_BATCHED]);
  live.on('message', (data) => realTime.read(data.toString(), open.elapsed.ms, 'pro'));
  let off = 0;
  for (let second = 0; second < seconds; second += 1) {
    feed.presentMs += jump(second) - off;
    off = jump(second);
    writeSecond(feed, second, second - 1);
    await open.pass(1000);
    await Promise.all([...sockets, ...without, live].map(settle));
    if (second % READ_EVERY_SECONDS !== READ_EVERY_SECONDS - 1) continue;
    await requestEverything(open, { requester: basic, pro }, (text, url) =>
      oracle.read(text, open.elapsed.ms, url),
    );
    oracle.leaks.push(...(await compareAmounts(open, { basic, pro, amounts, second })));
  }
  for (const requester of [free, paused]) await requestEverything(open, { requester, pro }, readNothing);
  return { oracle, realTime, given, amounts, open, basic, chartEvents };
}

async function compareAmounts(
  open: Rig,
  {
    basic,
    pro,
    amounts,
    second,
  }: { basic: RigUser; pro: RigUser; amounts: Map<string, number>; second: number },
): Promise<string[]> {
  const leaks: string[] = [];
  const bodyOf = async (user: RigUser, url: string): Promise<string> =>
    (await open.get(user, url)).text.split('\n')[1] ?? '';
  for (const [url, amountOf] of AMOUNTS) {
    amounts.set(`${url} ${second}`, amountOf(await bodyOf(pro, url)));
    const then = amounts.get(`${url} ${second - DELAY_MS / 1000}`);
    const shown = amountOf(await bodyOf(basic, url));
    if (shown > 0) amounts.set(`${url} of basic`, shown);
    if (then !== undefined && shown > then) leaks.push(`${url}: ${shown} above ${then} at ${second}`);
  }
  return leaks;
}

/** Newest first. */
async function eventIds(open: Rig, who: RigUser): Promise<string[]> {
  const { text } = await open.get(who, '/api/order-flow-events?instrumentId=1&limit=500');
  return [...text.matchAll(/"id":"([^"]+)"/g)].map(([, id]) => id ?? '');
}

/** Requests every route, the evidence of every event that Pro sees, and the replay of the newest that each sees. */
async function requestEverything(
  open: Rig,
  { requester, pro }: { requester: RigUser; pro: RigUser },
  read: (text: string, url: string) => void,
): Promise<void> {
  const ids = await eventIds(open, pro);
  const newest = [...ids.slice(0, 1), ...(await eventIds(open, requester)).slice(0, 1)];
  const evidence = ids.map((id) => `/api/order-flow-events/${id}/evidence`);
  const replays = newest.flatMap((id) => [
    `/api/order-flow-events/${id}/replay`,
    `/api/order-flow-events/${id}/outcome`,
  ]);
  for (const url of [...MARKET_ROUTES, ...evidence, ...replays]) {
    const response = await open.get(requester, url);
    expect([200, 403, 404], url).toContain(response.status);
    read(response.text, url);
  }
}

test(
  'T02 no byte on any channel of Basic is younger than fifteen minutes',
  async () => {
    const { oracle, realTime, given, amounts, open, basic, chartEvents } = await watch(
      WATCHED_SECONDS,
      () => 0,
    );
    expect(oracle.leaks).toEqual([]);
    expect(given).toEqual([]);
    expect(Math.max(...amounts.values())).toBeGreaterThan(1000);
    // Each of them returned data to Basic
    for (const [url] of AMOUNTS) expect([url, amounts.get(`${url} of basic`) ?? 0]).not.toEqual([url, 0]);
    // The oracle saw the delayed market up to its edge, and it does find what is younger
    expect(oracle.highest).toBeGreaterThanOrEqual(ceiling(WATCHED_SECONDS - 900 - 3));
    expect(realTime.leaks.length).toBeGreaterThan(1000);
    // So did the instrument that is only watched, of which nothing else is shown
    const watched = JSON.parse((await open.get(basic, '/api/watchlist')).text.split('\n')[1] ?? '[]');
    const prices = watched.map(({ lastPrice }: { lastPrice: string | null }) => Number(lastPrice));
    expect(prices).toEqual([prices[0], prices[0]]);
    expect(prices[0]).toBeGreaterThan(ceiling(WATCHED_SECONDS - 900 - 10));
    expect((await open.get(basic, `/api/order-book?instrumentId=${WATCHED_ONLY}`)).status).toBe(403);
    // The messages of the chart test page are among what it read
    expect(chartEvents).toBeGreaterThan(10);
    expect(
      JSON.parse((await open.get(basic, '/api/alerts')).text.split('\n')[1] ?? '').length,
    ).toBeGreaterThan(3);
  },
  TIMEOUT_MS,
);

test.runIf(IS_LONG)(
  'T03 a feed clock that jumps an hour forward and back exposes nothing early',
  async () => {
    const { oracle } = await watch(JUMPING_SECONDS, (second) => {
      const quarter = Math.floor((4 * second) / JUMPING_SECONDS);
      if (quarter === 1) return 3_600_000;
      return quarter === 3 ? -3_600_000 : 0;
    });
    expect(oracle.leaks).toEqual([]);
    expect(oracle.bytes).toBeGreaterThan(100_000);
  },
  300_000,
);
