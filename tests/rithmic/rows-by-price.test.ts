import { afterEach, beforeEach, expect, test } from 'vitest';
import { CONTRACT } from '#tests/rithmic/scripted-gateway.ts';
import { pause, ReceivedRows } from './received-rows.ts';

let rig: ReceivedRows;
beforeEach(async () => {
  rig = await ReceivedRows.start();
});
afterEach(() => rig.close());

const image = {
  ...CONTRACT,
  updateType: 3,
  bidPrice: [4567],
  bidSize: [9],
  askPrice: [4567.25],
  askSize: [4],
};
const IMAGE = ['*clear - - 0 0', '*level bid 0 9 0', '*level ask 1 4 0;'];

beforeEach(() => {
  rig.gateway.script.RequestDepthByOrderUpdates = (client, { userMsg = [] }) =>
    client.send('ResponseDepthByOrderUpdates', { userMsg, rpCode: ['13', 'permission denied'] });
  rig.gateway.script.RequestMarketDataUpdate = (client, { userMsg = [], request, updateBits = 0 }) => {
    client.send('ResponseMarketDataUpdate', { userMsg, rpCode: ['0'] });
    if (request === 1 && (updateBits & 4) !== 0) client.send('OrderBook', image);
  };
});

test('shows the image, then each update when it ends', async () => {
  await rig.listen();
  await rig.received(3);
  rig.peer.send('OrderBook', {
    ...CONTRACT,
    updateType: 4,
    presenceBits: 1,
    bidPrice: [4566.75],
    bidSize: [2],
  });
  rig.peer.send('OrderBook', { ...CONTRACT, updateType: 5, presenceBits: 1, bidPrice: [4567], bidSize: [0] });
  await pause(100);
  expect(rig.rows).toEqual(IMAGE);
  rig.peer.send('OrderBook', {
    ...CONTRACT,
    updateType: 6,
    presenceBits: 2,
    askPrice: [4567.25],
    askSize: [7],
  });
  await rig.received(6);
  expect(rig.rows.slice(3)).toEqual(['level bid -1 2 0', 'level bid 0 0 0', 'level ask 1 7 0;']);
  rig.peer.send('OrderBook', {
    ...CONTRACT,
    updateType: 7,
    presenceBits: 2,
    askPrice: [4567.5],
    askSize: [1],
  });
  await rig.received(7);
  expect(rig.rows.slice(6)).toEqual(['level ask 2 1 0;']);
});

test.each([
  ['is marked by its presence bits', { presenceBits: 2 }],
  ['has arrays of one side only', {}],
])('an image of one side that %s leaves the other side as it is', async (_, bits) => {
  await rig.listen();
  await rig.received(3);
  const asks = { askPrice: [4567.5], askSize: [6] };
  rig.peer.send('OrderBook', { ...CONTRACT, updateType: 3, ...bits, ...asks });
  await rig.received(5);
  expect(rig.rows.slice(3)).toEqual(['level ask 1 0 0', 'level ask 2 6 0;']);
});

test('an image with one empty side empties that side', async () => {
  await rig.listen();
  await rig.received(3);
  const bids = { bidPrice: [4567], bidSize: [9] };
  rig.peer.send('OrderBook', { ...CONTRACT, updateType: 3, presenceBits: 3, ...bids });
  await rig.received(4);
  expect(rig.rows.slice(3)).toEqual(['level ask 1 0 0;']);
});

test('a book whose sides come in separate images is shown once both have arrived', async () => {
  const [{ bidPrice, bidSize }, { askPrice, askSize }] = [image, image];
  rig.gateway.script.RequestMarketDataUpdate = (client, { userMsg = [], request, updateBits = 0 }) => {
    client.send('ResponseMarketDataUpdate', { userMsg, rpCode: ['0'] });
    if (request !== 1 || (updateBits & 4) === 0) return;
    client.send('OrderBook', { ...CONTRACT, updateType: 3, presenceBits: 1, bidPrice, bidSize });
    client.send('OrderBook', { ...CONTRACT, updateType: 3, presenceBits: 2, askPrice, askSize });
  };
  await rig.listen();
  await rig.received(3);
  expect(rig.rows).toEqual(IMAGE);
});

test('empties the book when the gateway does', async () => {
  await rig.listen();
  await rig.received(3);
  rig.peer.send('OrderBook', { ...CONTRACT, updateType: 1 });
  await rig.received(4);
  expect(rig.rows.slice(3)).toEqual(['clear - - 0 0;']);
});

test('requests a new image for a snapshot', async () => {
  await rig.listen();
  await rig.received(3);
  rig.requestSnapshot();
  await rig.received(6);
  expect(rig.rows.slice(3)).toEqual(IMAGE);
});

test('shows best prices where there is no book, each side separately', async () => {
  await rig.listen();
  await rig.received(3);
  rig.peer.send('OrderBook', { ...CONTRACT, updateType: 2 });
  await rig.received(5);
  rig.rows.length = 0;
  rig.peer.send('BestBidOffer', {
    ...CONTRACT,
    presenceBits: 3,
    bidPrice: 4567,
    bidSize: 3,
    askPrice: 4567.5,
    askSize: 4,
  });
  rig.peer.send('BestBidOffer', { ...CONTRACT, presenceBits: 1, bidPrice: 4567.25, bidSize: 2 });
  rig.peer.send('BestBidOffer', { ...CONTRACT, clearBits: 2 });
  await rig.received(5);
  expect(rig.rows).toEqual([
    'level bid 0 3 0;',
    'level ask 2 4 0;',
    'level bid 0 0 0',
    'level bid 1 2 0;',
    'level ask 2 0 0;',
  ]);
});
