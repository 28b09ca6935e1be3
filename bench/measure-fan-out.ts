/**
 * Measures what frames to one of a thousand sockets or to all of them cost: of the live line for a plan, of its streams for programs,
 * or of a plain `ws` server that sends as often.
 */
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { InstrumentUpdate } from '@undertow/server/src/ports/bus.ts';
import { deepQuotes, print, quotes } from '@undertow/server/testing/tape-feed.ts';
import { WebSocketServer } from 'ws';
import { openChild } from './child.ts';
import { ES, openTapeLine } from './tape-line.ts';

/** People of the line, each with a socket; those of a run are the first ones. */
const PEOPLE = 1000;
const EVERY_MS = 100;
/** Of a delayed viewer. */
const DELAYED_EVERY_MS = 500;
const WARM_MS = 5000;
/** Of a frame of the plain server: what a quiet instrument’s frame has. */
const FRAME_BYTES = 2600;
const BASE_TICKS = 20_000;
const DELAY_MS = 15 * 60_000;

const [mode = '', sockets = '1000', seconds = '10'] = process.argv.slice(2);

interface Server {
  readonly origin: string;
  /** A name for each socket. */
  readonly people: readonly string[];
  close(): Promise<void>;
}

async function openPlain(everyMs: number): Promise<Server> {
  const server = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(server, 'listening');
  const frame = Buffer.alloc(FRAME_BYTES, 'x');
  const sending = setInterval(() => {
    for (const socket of server.clients) socket.send(frame, { binary: false });
  }, everyMs);
  return {
    origin: `ws://127.0.0.1:${(server.address() as AddressInfo).port}`,
    people: Array.from({ length: PEOPLE }, (_, at) => String(at)),
    close: async () => {
      clearInterval(sending);
      server.close();
    },
  };
}

/** A market whose best prices change and which trades ten times a second. */
async function openLine(tier: 'elite' | 'basic'): Promise<Server> {
  let aheadMs = 0;
  const monotonicMs = (): number => performance.now() + aheadMs;
  const { feed, bus, ...opened } = await openTapeLine({ tier, people: PEOPLE, monotonicMs });
  // Rows before the session is open reach nobody
  while (!feed.isOpen(ES)) await wait(EVERY_MS);
  feed.push(ES, feed.presentMs, deepQuotes(BASE_TICKS, 1));
  let id = 1000;
  const trade = (): void => {
    const priceTicks = BASE_TICKS + (id % 3);
    feed.push(ES, feed.presentMs, quotes(priceTicks, id + 2, id === 1000 ? null : id));
    feed.push(ES, feed.presentMs, print(priceTicks, 1));
    id += 2;
  };
  let last: InstrumentUpdate | undefined;
  const stop = bus.subscribe('instrument', (update) => {
    last = update;
  });
  trade();
  await wait(2 * EVERY_MS);
  stop();
  if (last === undefined) throw new Error('expected an update of the instrument within 200 ms');
  // A delayed viewer has something to see only when the line is older than the delay
  for (; tier === 'basic' && aheadMs < DELAY_MS; aheadMs += EVERY_MS) {
    feed.presentMs += EVERY_MS;
    bus.publish('instrument', { ...last, asOfMs: feed.nowMs() });
  }
  const trading = setInterval(() => {
    feed.presentMs += EVERY_MS;
    trade();
  }, EVERY_MS);
  const close = async (): Promise<void> => {
    clearInterval(trading);
    await opened.close();
  };
  return { ...opened, close };
}

interface Read {
  readonly frames: number;
  readonly bytes: number;
}

const open = {
  elite: () => openLine('elite'),
  basic: () => openLine('basic'),
  streams: () => openLine('elite'),
  'plain-elite': () => openPlain(EVERY_MS),
  'plain-basic': () => openPlain(DELAYED_EVERY_MS),
}[mode];
if (open === undefined)
  throw new Error(`expected elite, basic, streams, plain-elite or plain-basic, found “${mode}”`);
const { origin, people, close } = await open();
const readers = openChild(new URL('./page-readers.ts', import.meta.url), [
  origin,
  ...people.slice(0, Number(sockets)).map((person) => (mode === 'streams' ? `stream/${person}` : person)),
]);
await readers.nextMessage();
await wait(WARM_MS);
const before = await readers.request<Read>();
const [cpuBefore, fromMs] = [process.cpuUsage(), performance.now()];
await wait(Number(seconds) * 1000);
const { user, system } = process.cpuUsage(cpuBefore);
const after = await readers.request<Read>();
const measuredSeconds = (performance.now() - fromMs) / 1000;
readers.end();
await close();
const frames = after.frames - before.frames;
process.stdout.write(
  `${JSON.stringify({
    microsPerSecond: (user + system) / measuredSeconds,
    framesPerSecond: frames / measuredSeconds,
    bytesPerFrame: (after.bytes - before.bytes) / frames,
  })}\n`,
);
