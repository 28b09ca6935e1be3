/** Depth by order and by price: a client that joins late has the gateway's book. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Gateway } from '#rithmic/gateway/start-gateway.ts';
import type { GatewayBook } from '#rithmic/market/market-floor.ts';
import { ORDERLY } from '#rithmic/session/faults.ts';
import { ClientLevels, ClientOrders, sizesOf } from '#testing/rithmic/client-book.ts';
import { ES, openGateway } from '#testing/rithmic/open-gateway.ts';
import { RawClient } from '#testing/rithmic/raw-client.ts';

const TICK = 0.25;
/** Events that a rebuilt book has seen before it is compared. */
const EVENTS = 60;
const TRADES = 10;

let gateway: Gateway;
beforeAll(async () => {
  gateway = await openGateway({ scale: 3 });
});
afterAll(() => gateway.close());
afterEach(() => gateway.thawMarket());

async function front(client: RawClient): Promise<{ symbol: string; exchange: string }> {
  const product = { symbol: 'ES', exchange: 'CME' };
  const [response] = await client.request('RequestFrontMonthContract', product, 'ResponseFrontMonthContract');
  return { symbol: response?.tradingSymbol ?? '', exchange: 'CME' };
}

/** Subscribes first, then takes the snapshot: changes in between are in one of them. */
async function join(client: RawClient): Promise<ClientOrders> {
  const of = await front(client);
  const [response] = await client.request(
    'RequestDepthByOrderUpdates',
    { ...of, request: 1 },
    'ResponseDepthByOrderUpdates',
  );
  expect(response?.rpCode).toEqual(['0']);
  const book = new ClientOrders(TICK);
  book.take(await client.request('RequestDepthByOrderSnapshot', of, 'ResponseDepthByOrderSnapshot'));
  return book;
}

/** Stops the market once enough has happened, and waits until the client has received all of it. */
async function stillBook(client: RawClient): Promise<GatewayBook> {
  const enough = () => (client.all('DepthByOrderEndEvent').length >= EVENTS ? true : undefined);
  await client.until(enough, `${EVENTS} events`);
  gateway.freezeMarket();
  const book = gateway.bookOf(ES);
  if (book === null) throw new Error('expected the book of ES');
  await client.wait('DepthByOrderEndEvent', ({ sequenceNumber }) => sequenceNumber === book.sequence);
  return book;
}

test('snapshot and updates give the gateway’s book: levels, orders, queues', async () => {
  const client = await RawClient.logIn(gateway, 'ticker');
  const orders = await join(client);
  const book = await stillBook(client);
  for (const event of client.all('DepthByOrder')) orders.apply(event);
  expect(orders.book()).toEqual(book);
  expect(book.bids.length).toBeGreaterThan(20);
  expect(book.sequence).toBeGreaterThan(2 ** 32);
  client.close();
});

test('sequences only rise, and each event ends with its own', async () => {
  const client = await RawClient.logIn(gateway, 'ticker');
  await join(client);
  await stillBook(client);
  const sequences = client.all('DepthByOrder').map(({ sequenceNumber }) => sequenceNumber ?? 0);
  expect(sequences).toEqual([...new Set(sequences)].sort((a, b) => a - b));
  expect(client.all('DepthByOrderEndEvent').map(({ sequenceNumber }) => sequenceNumber)).toEqual(sequences);
  client.close();
});

test('an event that only deletes has neither sizes nor priorities', async () => {
  const client = await RawClient.logIn(gateway, 'ticker');
  await join(client);
  await stillBook(client);
  const events = client.all('DepthByOrder');
  const deletes = events.filter(({ updateType }) => updateType?.every((type) => type === 3));
  expect(deletes.length).toBeGreaterThan(0);
  for (const event of deletes)
    expect([event.depthSize, event.depthOrderPriority]).toEqual([undefined, undefined]);
  for (const event of events) expect(event.updateType).toHaveLength(event.exchangeOrderId?.length ?? -1);
  client.close();
});

test('trades come before the change of the book, and name the orders that were in it', async () => {
  const client = await RawClient.logIn(gateway, 'ticker');
  const of = await front(client);
  client.send('RequestMarketDataUpdate', { ...of, request: 1, updateBits: 1 });
  const orders = await join(client);
  // A calm minute may have many events and no trade
  const traded = () => (client.all('LastTrade').length >= TRADES ? true : undefined);
  await client.until(traded, `${TRADES} trades`);
  await stillBook(client);
  let named = 0;
  for (const { name, message } of client.received) {
    if (name === 'DepthByOrder') orders.apply(message as never);
    if (name !== 'LastTrade') continue;
    const trade = message as ReturnType<typeof client.all<'LastTrade'>>[number];
    if (trade.exchangeOrderId === undefined || orders.sequence === 0) continue;
    if (orders.orders.has(trade.exchangeOrderId)) named++;
  }
  expect(named).toBeGreaterThan(0);
  client.close();
});

test('the book by price is the same after an image and its updates', async () => {
  const client = await RawClient.logIn(gateway, 'ticker');
  const of = await front(client);
  client.send('RequestMarketDataUpdate', { ...of, request: 1, updateBits: 4 });
  await client.wait('OrderBook');
  await join(client);
  const book = await stillBook(client);
  const levels = new ClientLevels(TICK);
  for (const update of client.all('OrderBook')) levels.apply(update);
  expect(levels.isWhole).toBe(true);
  expect(new Map([...levels.bids].sort())).toEqual(new Map([...sizesOf(book.bids)].sort()));
  expect(new Map([...levels.asks].sort())).toEqual(new Map([...sizesOf(book.asks)].sort()));
  client.close();
});

test('an account without depth by order is denied it, and has the book by price', async () => {
  const client = await RawClient.logIn(gateway, 'ticker', 'paper-l2');
  const of = await front(client);
  const [updates] = await client.request(
    'RequestDepthByOrderUpdates',
    { ...of, request: 1 },
    'ResponseDepthByOrderUpdates',
  );
  const snapshot = await client.request('RequestDepthByOrderSnapshot', of, 'ResponseDepthByOrderSnapshot');
  expect([updates?.rpCode, snapshot.map(({ rpCode }) => rpCode)]).toEqual([
    ['13', 'permission denied'],
    [['13', 'permission denied']],
  ]);
  client.send('RequestMarketDataUpdate', { ...of, request: 1, updateBits: 4 });
  expect(await client.wait('OrderBook')).toMatchObject({ updateType: 3 });
  client.close();
});

test('where a price is required, only the orders at that price are sent', async () => {
  const client = await RawClient.logIn(gateway, 'ticker', 'paper-prices');
  const of = await front(client);
  const whole = await client.request(
    'RequestDepthByOrderUpdates',
    { ...of, request: 1 },
    'ResponseDepthByOrderUpdates',
  );
  expect(whole[0]?.rpCode).toEqual(['6', 'bad input']);
  const priceTicks = gateway.bookOf(ES)?.bids[0]?.priceTicks ?? 0;
  const depthPrice = priceTicks * TICK;
  const one = await client.request(
    'RequestDepthByOrderUpdates',
    { ...of, request: 1, depthPrice },
    'ResponseDepthByOrderUpdates',
  );
  expect(one[0]?.rpCode).toEqual(['0']);
  const rows = await client.request(
    'RequestDepthByOrderSnapshot',
    { ...of, depthPrice },
    'ResponseDepthByOrderSnapshot',
  );
  for (const row of rows.slice(0, -1)) expect(row.depthPrice).toBe(depthPrice);
  const event = await client.wait('DepthByOrder');
  expect([...(event.depthPrice ?? []), ...(event.prevDepthPrice ?? [])]).toContain(depthPrice);
  client.close();
});

test('disordered depth: every event still arrives, some late, some twice', async () => {
  gateway.disorderDepth({ reorder: 0.3, duplicate: 0.3 });
  const client = await RawClient.logIn(gateway, 'ticker');
  await join(client);
  await client.until(() => (client.all('DepthByOrder').length >= 2 * EVENTS ? true : undefined), 'events');
  gateway.disorderDepth(ORDERLY);
  const sequences = client.all('DepthByOrder').map(({ sequenceNumber }) => sequenceNumber ?? 0);
  expect(sequences).not.toEqual(sequences.toSorted((a, b) => a - b));
  expect(new Set(sequences).size).toBeLessThan(sequences.length);
  client.close();
});
