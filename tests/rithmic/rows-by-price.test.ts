import { afterEach, beforeEach, expect, test } from 'vitest';
import { HeardRows, pause } from '#tests/rithmic/heard-rows.ts';
import { CONTRACT } from '#tests/rithmic/scripted-gateway.ts';

let rig: HeardRows;
beforeEach(async () => {
  rig = await HeardRows.start();
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
  rig.gateway.script.RequestDepthByOrderSnapshot = (client, { userMsg = [] }) =>
    client.send('ResponseDepthByOrderSnapshot', { userMsg, rpCode: ['13', 'permission denied'] });
  rig.gateway.script.RequestMarketDataUpdate = (client, { userMsg = [], request, updateBits = 0 }) => {
    client.send('ResponseMarketDataUpdate', { userMsg, rpCode: ['0'] });
    if (request === 1 && (updateBits & 4) !== 0) client.send('OrderBook', image);
  };
});

test('shows the image, then each update when it ends', async () => {
  await rig.listen();
  await rig.heard(3);
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
  await rig.heard(6);
  expect(rig.rows.slice(3)).toEqual(['level bid -1 2 0', 'level bid 0 0 0', 'level ask 1 7 0;']);
  rig.peer.send('OrderBook', {
    ...CONTRACT,
    updateType: 7,
    presenceBits: 2,
    askPrice: [4567.5],
    askSize: [1],
  });
  await rig.heard(7);
  expect(rig.rows.slice(6)).toEqual(['level ask 2 1 0;']);
});

test('empties the book when the gateway does', async () => {
  await rig.listen();
  await rig.heard(3);
  rig.peer.send('OrderBook', { ...CONTRACT, updateType: 1 });
  await rig.heard(4);
  expect(rig.rows.slice(3)).toEqual(['clear - - 0 0;']);
});

test('asks for a new image where a snapshot is wanted', async () => {
  await rig.listen();
  await rig.heard(3);
  rig.askAgain();
  await rig.heard(6);
  expect(rig.rows.slice(3)).toEqual(IMAGE);
});

test('shows best prices where there is no book, each side by itself', async () => {
  await rig.listen();
  await rig.heard(3);
  rig.peer.send('OrderBook', { ...CONTRACT, updateType: 2 });
  await rig.heard(5);
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
  await rig.heard(5);
  expect(rig.rows).toEqual([
    'level bid 0 3 0;',
    'level ask 2 4 0;',
    'level bid 0 0 0',
    'level bid 1 2 0;',
    'level ask 2 0 0;',
  ]);
});
