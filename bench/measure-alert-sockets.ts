/** Measures how soon an alert is at a socket: from the message of the exchange to the browser's side, for several people at once. */

import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { SUBPROTOCOL_BATCHED } from '@undertow/contracts';
import type { Stores } from '@undertow/server/src/adapters/storage/stores.ts';
import { iceberg, quotes } from '@undertow/server/testing/tape-feed.ts';
import { WebSocket } from 'ws';
import { ES, openTapeLine } from './tape-line.ts';

const PEOPLE = 20;
const EVENTS = 150;
/** An alert that is not there by then was lost. */
const LOST_AFTER_MS = 5000;
const CLOCK_MS = 5;
const BASE_TICKS = 20_000;

export interface SocketDelays {
  readonly sockets: number;
  readonly events: number;
  readonly delivered: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

/** Each person has one rule for every iceberg, whatever its size. */
async function makeRules({ alertRules }: Stores, people: readonly string[]): Promise<void> {
  for (const id of people) {
    const [rule] = await alertRules.list(id);
    if (rule?.condition.kind !== 'event') throw new Error('expected the rule that every account begins with');
    const condition = { ...rule.condition, eventTypes: ['iceberg' as const], perDay: null };
    await alertRules.change(id, rule.id, { condition, coolDownSeconds: 0 }, Date.now());
  }
}

/** The line over a tape whose present is the machine's. */
async function openLine() {
  const opened = await openTapeLine({ tier: 'pro', people: PEOPLE, prepare: makeRules });
  const ticking = setInterval(() => {
    opened.feed.presentMs = Date.now();
  }, CLOCK_MS);
  const close = async (): Promise<void> => {
    clearInterval(ticking);
    await opened.close();
  };
  return { ...opened, close };
}

/** A socket that follows ES as a page does, and calls for each alert that it read. */
async function connect(address: string, onAlert: () => void): Promise<WebSocket> {
  const socket = new WebSocket(address, [SUBPROTOCOL_BATCHED]);
  const subscribed = new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      resolve();
      const messages = JSON.parse(data.toString()) as readonly { readonly type: string }[];
      for (const { type } of messages) if (type === 'alert') onAlert();
    });
  });
  await once(socket, 'open');
  socket.send(JSON.stringify({ type: 'subscribe', instrumentIds: [ES] }));
  await subscribed;
  return socket;
}

/** Waits until it is so; false when it took too long. */
async function until(isSo: () => boolean, patienceMs: number): Promise<boolean> {
  const endMs = performance.now() + patienceMs;
  while (!isSo() && performance.now() < endMs) await wait(2);
  return isSo();
}

/** Everything runs in this process, the reading of the sockets included, so that no other clock is needed. */
export async function measureSockets(): Promise<SocketDelays> {
  const { feed, line, people, origin, close } = await openLine();
  if (!(await until(() => line.status().alerts.rules === PEOPLE && feed.isOpen(ES), 30_000)))
    throw new Error('the rules did not come onto their boards');
  let pushedMs = 0;
  const delays: number[] = [];
  const onAlert = (): void => {
    delays.push(performance.now() - pushedMs);
  };
  const sockets: WebSocket[] = [];
  for (const id of people) sockets.push(await connect(`${origin}/${id}`, onAlert));
  feed.push(ES, Date.now(), quotes(BASE_TICKS, 1, null));
  for (let count = 1; count <= EVENTS; count += 1) {
    // Somewhere between two rounds of the publisher, each time elsewhere
    await wait(150 + ((count * 37) % 100));
    const id = count * 1000;
    const priceTicks = BASE_TICKS + (count % 40) * 5;
    feed.push(ES, Date.now(), quotes(priceTicks, id, count === 1 ? 1 : id - 1000));
    pushedMs = performance.now();
    feed.push(ES, Date.now(), iceberg(priceTicks, id + 10, id + 20, 6));
    await until(() => delays.length >= count * PEOPLE, LOST_AFTER_MS);
  }
  for (const socket of sockets) socket.terminate();
  await close();
  const sorted = delays.toSorted((one, other) => one - other);
  const at = (share: number): number => sorted[Math.ceil(sorted.length * share) - 1] ?? Number.NaN;
  return { sockets: PEOPLE, events: EVENTS, delivered: delays.length, p50Ms: at(0.5), p99Ms: at(0.99) };
}
