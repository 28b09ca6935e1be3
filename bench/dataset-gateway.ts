/** A process with a live gateway of one product, which sends prepared records as fast as they are read, or so many a second. */

import type { AddressInfo } from 'node:net';
import { createServer, type Socket } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import {
  encodeLiveMetadata,
  encodeMboRecords,
  encodeSymbolMapping,
  encodeSystemMessage,
  SYSTEM_CODES,
} from '@undertow/feeds';
import { INSTRUMENTS, MINUTE_MS, NS_PER_MS } from '@undertow/market';
import { makeChallenge } from '@undertow/sandbox/src/databento/protocol/authentication.ts';
import { withSendingTime } from '@undertow/sandbox/src/databento/session/sending-time.ts';
import { createSession, RowBuffer } from '@undertow/simulator';

const ES = INSTRUMENTS[0]!;
const CONTRACT_ID = 5602;
const CONTRACT = 'ESZ6';
const STEP_MS = 5;
const CHUNK_BYTES = 2 ** 16;

const [rows = '1000000', perSecond = '0'] = process.argv.slice(2);

/** The book first, then what happened to it, as records with a sending time. */
function makeRecords(): { readonly bytes: Uint8Array; readonly count: number } {
  const startMs = Date.now() - 24 * 60 * MINUTE_MS;
  const session = createSession({ instrument: ES, seed: 42, startMs, openTicks: 18_000, scenario: 'sparse' });
  const buffer = new RowBuffer();
  for (let minute = 1; buffer.count < Number(rows); minute += 1)
    session.advance(startMs + minute * MINUTE_MS, buffer);
  const options = { instrumentId: CONTRACT_ID, tickNanos: ES.tickNanos, tsOutNs: nowNs() };
  const bytes = encodeMboRecords(buffer, options);
  return { bytes, count: bytes.length / (bytes[0]! * 4) };
}

const nowNs = (): bigint => BigInt(Date.now()) * NS_PER_MS;
const records = makeRecords();

/** Resolves when the client has taken the bytes from the socket's buffer. */
function write(socket: Socket, bytes: Uint8Array): Promise<void> {
  return new Promise((resolve, reject) => {
    socket.write(bytes, (error) => (error ? reject(error) : resolve()));
  });
}

async function sendAll(socket: Socket): Promise<void> {
  const length = records.bytes[0]! * 4;
  const atOnce = Math.floor(CHUNK_BYTES / length) * length;
  const startMs = performance.now();
  for (let at = 0; at < records.bytes.length; ) {
    let dueBytes = at + atOnce;
    if (Number(perSecond) > 0) {
      await wait(STEP_MS);
      dueBytes = Math.floor(((performance.now() - startMs) / 1000) * Number(perSecond)) * length;
    }
    await write(socket, records.bytes.subarray(at, dueBytes));
    at = Math.min(dueBytes, records.bytes.length);
  }
}

const server = createServer((socket) => {
  socket.setNoDelay(true);
  socket.write(`lsg_version=1\ncram=${makeChallenge()}\n`);
  socket.on('error', () => socket.destroy());
  let text = '';
  socket.on('data', (bytes) => {
    const lines = (text + bytes.toString('latin1')).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) onLine(socket, line);
  });
});

function onLine(socket: Socket, line: string): void {
  if (line.startsWith('auth=')) socket.write('success=1|session_id=1\n');
  else if (line.startsWith('start_session')) {
    socket.write(encodeLiveMetadata({ dataset: 'GLBX.MDP3', startNs: nowNs(), tsOut: true }));
    const mapping = { instrumentId: CONTRACT_ID, inSymbol: 'ES.v.0', stypeIn: 3, outSymbol: CONTRACT };
    socket.write(withSendingTime(encodeSymbolMapping({ ...mapping, timeNs: nowNs() }, {}), nowNs()));
  } else if (line.includes('schema=mbo')) {
    const acknowledged = { text: 'Subscription acknowledged', code: SYSTEM_CODES.subscriptionAck };
    socket.write(withSendingTime(encodeSystemMessage({ ...acknowledged, timeNs: nowNs() }, {}), nowNs()));
    // The client ends the connection when it has counted all of them
    sendAll(socket).catch(() => undefined);
  }
}

process.on('disconnect', () => process.exit());
server.listen(0, '127.0.0.1', () => {
  process.send?.({ port: (server.address() as AddressInfo).port, count: records.count });
});
