import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONTRACT, sendBook } from '#tests/rithmic/scripted-gateway.ts';
import { pause, ReceivedRows } from './received-rows.ts';

let rig: ReceivedRows;
beforeEach(async () => {
  rig = await ReceivedRows.start();
});
afterEach(() => rig.close());

const TIME = { sourceSsboe: 1_780_000_000, sourceNsecs: 5 };
const BOOK = ['*clear - - 0 0', '*add bid 0 5 11', '*add ask 2 5 12;'];

const change = (sequenceNumber: number, fields: object) => {
  rig.peer.send('DepthByOrder', { ...CONTRACT, ...TIME, sequenceNumber, ...fields });
  rig.peer.send('DepthByOrderEndEvent', {
    symbol: [CONTRACT.symbol],
    exchange: [CONTRACT.exchange],
    sequenceNumber,
  });
};
const add = (sequenceNumber: number, id: string) =>
  change(sequenceNumber, {
    updateType: [1],
    transactionType: [1],
    depthPrice: [4566.75],
    depthSize: [3],
    exchangeOrderId: [id],
  });

test('begins with the snapshot, then the updates after it', async () => {
  rig.gateway.script.RequestDepthByOrderUpdates = (client, { userMsg = [] }) => {
    client.send('ResponseDepthByOrderUpdates', { userMsg, rpCode: ['0'] });
    // Contained in the snapshot already
    add(100, '11');
  };
  await rig.listen();
  await rig.received(3);
  add(101, '13');
  await rig.received(4);
  expect(rig.rows).toEqual([...BOOK, 'add bid -1 3 13;']);
});

const respondNoData = () => {
  rig.gateway.script.RequestDepthByOrderSnapshot = (client, { userMsg = [] }) =>
    client.send('ResponseDepthByOrderSnapshot', { userMsg, rpCode: ['7', 'no data'] });
};

test('a response without data is no snapshot: it neither starts nor changes a book', async () => {
  respondNoData();
  await rig.listen();
  await pause(500);
  expect(rig.rows).toEqual([]);
  delete rig.gateway.script.RequestDepthByOrderSnapshot;
  await rig.received(3);
  expect(rig.rows).toEqual(BOOK);
  respondNoData();
  rig.requestSnapshot();
  await pause(500);
  expect(rig.rows).toEqual(BOOK);
  delete rig.gateway.script.RequestDepthByOrderSnapshot;
  await rig.received(6);
  expect(rig.rows.slice(3)).toEqual(BOOK);
});

test('a response without data does not prove access to orders: where they are refused, levels are shown', async () => {
  respondNoData();
  rig.gateway.script.RequestDepthByOrderUpdates = (client, { userMsg = [] }) =>
    client.send('ResponseDepthByOrderUpdates', { userMsg, rpCode: ['13', 'permission denied'] });
  rig.gateway.script.RequestMarketDataUpdate = (client, { userMsg = [], request, updateBits = 0 }) => {
    client.send('ResponseMarketDataUpdate', { userMsg, rpCode: ['0'] });
    const levels = { bidPrice: [4567], bidSize: [9], askPrice: [4567.25], askSize: [4] };
    if (request === 1 && (updateBits & 4) !== 0)
      client.send('OrderBook', { ...CONTRACT, updateType: 3, ...levels });
  };
  await rig.listen();
  await rig.received(3);
  expect(rig.rows).toEqual(['*clear - - 0 0', '*level bid 0 9 0', '*level ask 1 4 0;']);
});

test('joins a trade, its fill and the change of the book in one event', async () => {
  await rig.listen();
  await rig.received(3);
  rig.peer.send('LastTrade', {
    ...CONTRACT,
    ...TIME,
    presenceBits: 1 | 8,
    tradePrice: 4567.5,
    tradeSize: 2,
    aggressor: 1,
    exchangeOrderId: '12',
    aggressorExchangeOrderId: '14',
    volume: 100,
  });
  change(101, {
    updateType: [2],
    transactionType: [2],
    depthPrice: [4567.5],
    depthSize: [3],
    exchangeOrderId: ['12'],
  });
  await rig.received(6);
  expect(rig.rows.slice(3)).toEqual(['trade bid 2 2 14', 'fill ask 2 2 12', 'modify ask 2 3 12;']);
});

const changeOf12 = (sequenceNumber: number, depthSize: number) =>
  change(sequenceNumber, {
    sourceNsecs: sequenceNumber,
    updateType: [2],
    transactionType: [2],
    depthPrice: [4567.5],
    depthSize: [depthSize],
    exchangeOrderId: ['12'],
  });
const fillOf12 = (sequenceNumber: number) =>
  rig.peer.send('LastTrade', {
    ...CONTRACT,
    ...TIME,
    sourceNsecs: sequenceNumber,
    presenceBits: 1 | 8,
    tradePrice: 4567.5,
    tradeSize: 1,
    aggressor: 1,
    exchangeOrderId: '12',
    aggressorExchangeOrderId: '14',
    volume: sequenceNumber,
  });

test('joins trades with their own changes of the book, also where those waited for a missing one', async () => {
  await rig.listen();
  await rig.received(3);
  for (const [sequence, left] of [
    [102, 4],
    [103, 3],
  ] as const) {
    fillOf12(sequence);
    changeOf12(sequence, left);
  }
  // Longer than a trade without a change of the book would wait
  await pause(60);
  add(101, '13');
  await rig.received(10);
  expect(rig.rows.slice(3)).toEqual([
    'add bid -1 3 13;',
    ...['trade bid 2 1 14', 'fill ask 2 1 12', 'modify ask 2 4 12;'],
    ...['trade bid 2 1 14', 'fill ask 2 1 12', 'modify ask 2 3 12;'],
  ]);
});

test('joins trades with their own changes of the book, also after a gap was checked', async () => {
  const responded = 103;
  await rig.listen();
  await rig.received(3);
  rig.gateway.script.RequestDepthByOrderSnapshot = (client, request) => {
    setTimeout(() => sendBook(client, request, responded), 100);
  };
  fillOf12(102);
  changeOf12(102, 4);
  changeOf12(responded, 5);
  await rig.received(7);
  expect(rig.rows.slice(3)).toEqual([
    ...['trade bid 2 1 14', 'fill ask 2 1 12', 'modify ask 2 4 12;'],
    'modify ask 2 5 12;',
  ]);
});

test('emits a trade without a change of the book by itself, once, and drops old ones', async () => {
  await rig.listen();
  await rig.received(3);
  const trade = { ...CONTRACT, ...TIME, tradePrice: 4567, tradeSize: 1, volume: 5 };
  rig.peer.send('LastTrade', { ...trade, presenceBits: 1, isSnapshot: true });
  rig.peer.send('LastTrade', { ...trade, presenceBits: 8 });
  rig.peer.send('LastTrade', { ...trade, presenceBits: 9 });
  rig.peer.send('LastTrade', { ...trade, presenceBits: 9 });
  await rig.received(4);
  await pause(100);
  expect(rig.rows.slice(3)).toEqual(['trade - 0 1 0;']);
});

test('fills in what the message of a deleted order leaves out', async () => {
  await rig.listen();
  await rig.received(3);
  change(101, { updateType: [3], exchangeOrderId: ['12'] });
  await rig.received(4);
  expect(rig.rows.slice(3)).toEqual(['cancel ask 2 5 12;']);
});

test('applies a duplicate event once', async () => {
  await rig.listen();
  await rig.received(3);
  add(101, '13');
  add(101, '13');
  add(102, '14');
  await rig.received(5);
  expect(rig.rows.slice(3)).toEqual(['add bid -1 3 13;', 'add bid -1 3 14;']);
});

test('reports its book as lost on a sequence gap, and recovers from a new snapshot', async () => {
  await rig.listen();
  await rig.received(3);
  rig.gateway.script.RequestDepthByOrderSnapshot = (client, request) => sendBook(client, request, 102);
  // Order 99 is unknown: an earlier event was missed
  change(101, { updateType: [3], exchangeOrderId: ['99'] });
  await rig.received(7);
  expect(rig.rows.slice(3)).toEqual(['none - - 0 0;', ...BOOK]);
  add(103, '15');
  await rig.received(8);
  expect(rig.numbers[1]! - rig.numbers[0]!).toBe(1);
  expect(rig.numbers[0]!).toBeGreaterThan(100);
});

test('recognises sequence gaps that hide nothing, without losing the book', async () => {
  let sequence = 100;
  rig.gateway.script.RequestDepthByOrderSnapshot = (client, request) => sendBook(client, request, sequence);
  await rig.listen();
  await rig.received(3);
  for (const gap of [110, 120, 130, 140, 150]) {
    sequence = gap;
    change(gap, {
      updateType: [2],
      transactionType: [1],
      depthPrice: [4567],
      depthSize: [5],
      exchangeOrderId: ['11'],
    });
    await pause(gap <= 130 ? 350 : 20);
  }
  await rig.received(8);
  expect(rig.rows.slice(3)).toEqual(Array.from({ length: 5 }, () => 'modify bid 0 5 11;'));
  expect(rig.numbers).toEqual([2, 3, 4, 5, 6]);
});

test('emits one book at the start, even after a slow snapshot and sequence gaps before it', async () => {
  let sequence = 100;
  const same = (number: number) => {
    sequence = number;
    change(number, {
      sourceNsecs: number,
      updateType: [2],
      transactionType: [1],
      depthPrice: [4567],
      depthSize: [5],
      exchangeOrderId: ['11'],
    });
  };
  let requests = 0;
  rig.gateway.script.RequestDepthByOrderSnapshot = (client, request) => {
    requests += 1;
    const held = sequence;
    setTimeout(() => sendBook(client, request, held), 400);
    if (requests === 1) for (const number of [101, 103, 104]) same(number);
  };
  await rig.listen();
  await rig.received(6);
  await pause(1000);
  expect(rig.rows).toEqual([...BOOK, ...Array.from({ length: 3 }, () => 'modify bid 0 5 11;')]);
});

test('serves a requested snapshot from the gateway’s', async () => {
  await rig.listen();
  await rig.received(3);
  rig.requestSnapshot();
  await rig.received(6);
  expect(rig.rows.slice(3)).toEqual(BOOK);
});

test('announces the mode of the market', async () => {
  await rig.listen();
  await rig.received(3);
  rig.peer.send('MarketMode', { ...CONTRACT, marketMode: 'Halted' });
  await rig.received(4);
  expect(rig.rows.slice(3)).toEqual(['status - - 0 0;']);
});
