/** What a client that reads too slowly is sent: warnings always, levels never, orders and trades whatever it does. */
import type { Socket } from 'node:net';
import { expect, test } from 'vitest';
import { KeyTable } from '#databento/access/keys.ts';
import { MarketFloor } from '#databento/market/market-floor.ts';
import { readAuth } from '#databento/protocol/authentication.ts';
import { Faults } from './faults.ts';
import { Output } from './output.ts';
import { RecordSender } from './record-sender.ts';
import type { World } from './world.ts';

const SLOW_BYTES = 1_000;
const RTYPE_LEVELS = 0x0a;
const RTYPE_ORDERS = 0xa0;

function record(rtype: number): Uint8Array {
  return Uint8Array.from({ length: 16 }, (_, at) => [4, rtype][at] ?? 0);
}

/** A sender to a socket of which the test says how many bytes wait. */
function senderOf(slowReader: string) {
  const written: Buffer[] = [];
  const socket = {
    writableLength: 0,
    destroyed: false,
    writableEnded: false,
    write: (bytes: Buffer) => written.push(bytes),
  };
  const faults = new Faults(1);
  const world: World = {
    floor: new MarketFloor({
      instrumentIds: [],
      nowMs: () => 0,
      startMs: 0,
      openFeed: () => {
        throw new Error('nobody reads a market here');
      },
    }),
    faults,
    keys: new KeyTable(''),
    limits: { sessions: 1, linesPerSecond: 1, slowBytes: SLOW_BYTES, loginMs: 1 },
    sessionCount: () => 0,
    nextSessionId: () => 1,
  };
  const out = new Output(socket as unknown as Socket, () => null);
  const request = readAuth(`auth=${'0'.repeat(64)}-abcde|dataset=GLBX.MDP3${slowReader}`);
  const sender = new RecordSender(world, out, request);
  written.length = 0;
  return { sender, socket, types: () => written.map((bytes) => bytes[1]), written };
}

test('levels are left out while too much waits, and the error 7 precedes the next ones', () => {
  const { sender, socket, types, written } = senderOf('');
  socket.writableLength = SLOW_BYTES + 1;
  sender.deliver('mbp-10', record(RTYPE_LEVELS));
  sender.deliver('mbp-10', record(RTYPE_LEVELS));
  expect(types()).toEqual([]);
  sender.deliver('mbo', record(RTYPE_ORDERS));
  expect(types().at(-1)).toBe(RTYPE_ORDERS);
  socket.writableLength = 0;
  sender.deliver('mbp-10', record(RTYPE_LEVELS));
  expect(types().slice(-2)).toEqual([0x15, RTYPE_LEVELS]);
  expect(written.filter((bytes) => bytes[1] === 0x15).map((bytes) => bytes[318])).toContain(7);
});

test('a client that requests warnings receives levels too', () => {
  const { sender, socket, types } = senderOf('|slow_reader_behavior=warn');
  socket.writableLength = SLOW_BYTES + 1;
  sender.deliver('mbp-10', record(RTYPE_LEVELS));
  expect(types()).toEqual([RTYPE_LEVELS]);
});

test('while it is behind a client is warned once a second with the code 2', () => {
  const { sender, socket, written } = senderOf('');
  socket.writableLength = SLOW_BYTES + 1;
  sender.check();
  sender.check();
  expect(written.map((bytes) => [bytes[1], bytes[319]])).toEqual([[0x17, 2]]);
});
