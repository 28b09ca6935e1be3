/** After any sequence of connects, cuts and reconnects, a client's book equals the gateway's once it has all messages. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ClientLevels, ClientOrders, sizesOf } from '#testing/rithmic/client-book.ts';
import { ES, openGateway } from '#testing/rithmic/open-gateway.ts';
import { RawClient } from '#testing/rithmic/raw-client.ts';
import { SessionFeed } from '#testing/rithmic/session-feed.ts';
import type { Gateway } from './start-gateway.ts';

const IS_LONG = process.env['LONG_TESTS'] === '1';
const LIVES = IS_LONG ? 12 : 2;
/** Steps of a run; a step is some seconds of a market twenty times as busy as an ordinary one. */
const STEPS = IS_LONG ? 30 : 6;
const TICK = 0.25;
/** A million changes take minutes. */
const TIMEOUT_MS = IS_LONG ? 1_800_000 : 120_000;

interface Viewer {
  readonly client: RawClient;
  readonly orders: ClientOrders;
}

/** Subscribes, lets the market continue, then requests the snapshot. */
async function join(gateway: Gateway, feed: SessionFeed, betweenMs: number): Promise<Viewer> {
  const client = await RawClient.logIn(gateway, 'ticker');
  const of = { symbol: feed.contractOf(ES).code, exchange: 'CME' };
  client.send('RequestMarketDataUpdate', { ...of, request: 1, updateBits: 4 });
  await client.wait('ResponseMarketDataUpdate');
  await client.request('RequestDepthByOrderUpdates', { ...of, request: 1 }, 'ResponseDepthByOrderUpdates');
  feed.advance(betweenMs);
  const orders = new ClientOrders(TICK);
  orders.take(await client.request('RequestDepthByOrderSnapshot', of, 'ResponseDepthByOrderSnapshot'));
  return { client, orders };
}

async function compare(gateway: Gateway, { client, orders }: Viewer): Promise<void> {
  const book = gateway.bookOf(ES);
  if (book === null) throw new Error('expected the book of ES');
  client.send('RequestHeartbeat', { userMsg: ['all received'] });
  await client.wait('ResponseHeartbeat');
  for (const event of client.all('DepthByOrder')) orders.apply(event);
  expect(orders.book()).toEqual(book);
  const levels = new ClientLevels(TICK);
  for (const update of client.all('OrderBook')) levels.apply(update);
  expect(levels.isWhole).toBe(true);
  expect(Object.fromEntries(levels.bids)).toEqual(Object.fromEntries(sizesOf(book.bids)));
  expect(Object.fromEntries(levels.asks)).toEqual(Object.fromEntries(sizesOf(book.asks)));
}

test('a client that joins at any time ends with the gateway’s book', { timeout: TIMEOUT_MS }, async () => {
  const step = fc.record({ ms: fc.integer({ min: 0, max: 4_000 }), cut: fc.boolean() });
  const life = fc.record({ seed: fc.nat(), steps: fc.array(step, { minLength: STEPS, maxLength: STEPS }) });
  let changes = 0;
  await fc.assert(
    fc.asyncProperty(life, async ({ seed, steps }) => {
      const feed = new SessionFeed(ES, seed);
      const gateway = await openGateway({}, { feed });
      let viewer = await join(gateway, feed, 100);
      for (const { ms, cut } of steps) {
        feed.advance(ms);
        if (!cut) continue;
        await compare(gateway, viewer);
        changes += viewer.client.all('DepthByOrder').length;
        gateway.cutMidFrame();
        await viewer.client.waitClosed();
        viewer = await join(gateway, feed, ms);
      }
      await compare(gateway, viewer);
      changes += viewer.client.all('DepthByOrder').length;
      await gateway.close();
    }),
    { numRuns: LIVES },
  );
  expect(changes).toBeGreaterThan(LIVES * 100);
});

test('the gateway’s book is the same for the same seed', async () => {
  const books = [];
  for (const _ of [1, 2]) {
    const feed = new SessionFeed(ES, 11);
    const gateway = await openGateway({}, { feed });
    await join(gateway, feed, 2_000);
    feed.advance(5_000);
    books.push(gateway.bookOf(ES));
    await gateway.close();
  }
  expect(books[0]).toEqual(books[1]);
});
