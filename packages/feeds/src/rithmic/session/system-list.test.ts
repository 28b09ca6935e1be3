/** The systems of gateways: read once for everybody, kept for ten minutes, read anew where one is missing. */
import { afterEach, beforeEach, expect, test } from 'vitest';
import { MemoryGateway, NO_DATA, OK, pass, SYSTEM, settle } from '#testing/memory-gateway.ts';
import { SystemList } from './system-list.ts';

const KEPT_MS = 600_000;
let gateway: MemoryGateway;
let list: SystemList;
let served: readonly string[];
beforeEach(() => {
  gateway = new MemoryGateway();
  list = new SystemList();
  served = [SYSTEM, 'Rithmic Test'];
  gateway.script.RequestRithmicSystemInfo = () => [{ ...OK, systemName: served }];
});
afterEach(() => gateway.close());

test('it is read without a login, on a connection that is closed afterwards', async () => {
  expect(await list.namesOf(gateway.address)).toEqual([SYSTEM, 'Rithmic Test']);
  await settle();
  expect(gateway.peers.map(({ requests, isOpen }) => [requests, isOpen])).toEqual([
    [['RequestRithmicSystemInfo'], false],
  ]);
});

test('it is kept for ten minutes and not a millisecond longer', async () => {
  await list.namesOf(gateway.address);
  await pass(KEPT_MS - 1);
  served = ['Another'];
  expect(await list.namesOf(gateway.address)).toContain(SYSTEM);
  expect(gateway.peers).toHaveLength(1);
  await pass(1);
  expect(await list.namesOf(gateway.address)).toEqual(['Another']);
  expect(gateway.peers).toHaveLength(2);
});

test('many who want it at once share one connection', async () => {
  const lists = await Promise.all(Array.from({ length: 5 }, () => list.namesOf(gateway.address)));
  expect(new Set(lists.map(String)).size).toBe(1);
  expect(gateway.peers).toHaveLength(1);
});

test('each gateway has its own', async () => {
  const other = { ...gateway.address, uri: 'wss://other.test' };
  await Promise.all([list.namesOf(gateway.address), list.namesOf(other)]);
  expect(gateway.attempts.map(({ servername }) => servername)).toEqual(['gateway.test', 'other.test']);
});

test('a system that is served needs one connection, however often it is required', async () => {
  await list.require(gateway.address);
  await list.require({ ...gateway.address, systemName: 'Rithmic Test' });
  expect(gateway.peers).toHaveLength(1);
});

test('a system that is not served is looked for once more, then it is unknown by name', async () => {
  const attempt = list.require({ ...gateway.address, systemName: 'Apex' });
  await expect(attempt).rejects.toMatchObject({
    fault: 'unknown_system',
    message: 'the gateway does not serve Apex',
  });
  expect(gateway.peers).toHaveLength(2);
});

test('a system that is served since the list was read is found', async () => {
  served = ['Rithmic Test'];
  await list.namesOf(gateway.address);
  served = [SYSTEM];
  await list.require(gateway.address);
  expect(await list.namesOf(gateway.address)).toEqual([SYSTEM]);
  expect(gateway.peers).toHaveLength(2);
});

test('names are compared whole', async () => {
  served = [`${SYSTEM} 2`, SYSTEM.toLowerCase()];
  await expect(list.require(gateway.address)).rejects.toMatchObject({ fault: 'unknown_system' });
});

test.each([
  ['an empty list', [{ ...OK, systemName: [] }]],
  ['no list', [OK]],
  ['no data', [NO_DATA]],
  ['a refusal', [{ rpCode: ['1', 'an error'] }]],
])('a gateway that answers with %s is in maintenance, and is read again the next time', async (_, frames) => {
  gateway.script.RequestRithmicSystemInfo = () => frames;
  await expect(list.namesOf(gateway.address)).rejects.toMatchObject({ fault: 'maintenance' });
  await settle();
  expect(gateway.peers[0]?.isOpen).toBe(false);
  gateway.script.RequestRithmicSystemInfo = () => [{ ...OK, systemName: [SYSTEM] }];
  expect(await list.namesOf(gateway.address)).toEqual([SYSTEM]);
});

test('a gateway that cannot be reached is read again by the next who wants it', async () => {
  gateway.failure = 'ECONNREFUSED';
  await expect(list.require(gateway.address)).rejects.toMatchObject({ fault: 'gateway_down' });
  gateway.failure = null;
  await list.require(gateway.address);
  expect(gateway.peers).toHaveLength(1);
});

test('a gateway without an answer is given up after five seconds and its connection closed', async () => {
  gateway.script.RequestRithmicSystemInfo = () => [];
  const failed = expect(list.namesOf(gateway.address)).rejects.toThrow(
    'no answer to RequestRithmicSystemInfo within 5000 ms',
  );
  await settle();
  await pass(4999);
  expect(gateway.peers[0]?.isOpen).toBe(true);
  await pass(1);
  await failed;
  expect(gateway.peers[0]?.isOpen).toBe(false);
});

test('a connection that breaks while the list is read fails it', async () => {
  gateway.script.RequestRithmicSystemInfo = (_, peer) => {
    setImmediate(() => peer.cut());
    return [];
  };
  await expect(list.namesOf(gateway.address)).rejects.toMatchObject({ fault: 'gateway_down' });
});
