/** Someone whose program reads the public API with a key of theirs: pages, conditional requests, and a stream that is cut and resumed. */
import { once } from 'node:events';
import { setTimeout as wait } from 'node:timers/promises';
import { API_SCOPES } from '@undertow/contracts';
import { instrumentById, seededDraws } from '@undertow/market';
import { WebSocket } from 'ws';
import type { Person } from './person.ts';

const EVERY_MS = 1500;
const TAPE_MS = 120_000;
const MIN_OPEN_MS = 10_000;
const MORE_OPEN_MS = 60_000;
const MORE_AWAY_MS = 20_000;
/** The minute that closed, at the latest. */
const MAX_SILENCE_MS = 75_000;
/** Prices may be withheld by the operator. */
const EXPECTED = [304, 403] as const;

function pathsOf(symbol: string): readonly string[] {
  const ofOne = ['bars', 'book', 'profile', 'events', 'patterns', 'levels'];
  const ofAll = [
    'instruments',
    'track-record',
    'alerts',
    'alert-rules',
    'journal/trades',
    'journal/insights',
  ];
  return [...ofOne.map((path) => `/${path}?instrument=${symbol}`), ...ofAll.map((path) => `/${path}`)];
}

/** Of the last minutes. */
function tapeOf(symbol: string): string {
  const [from, to] = [Date.now() - TAPE_MS, Date.now()].map((ms) => new Date(ms).toISOString());
  return `/tape?instrument=${symbol}&from=${from}&to=${to}`;
}

async function keepPaging(person: Person, secret: string, symbol: string, signal: AbortSignal) {
  const paths = pathsOf(symbol);
  const tags = new Map<string, string>();
  for (let at = 0; !signal.aborted; at += 1) {
    const path = paths[at % (paths.length + 1)] ?? tapeOf(symbol);
    const tag = tags.get(path);
    const response = await fetch(`${person.origin}/api/v1${path}`, {
      headers: { authorization: `Bearer ${secret}`, ...(tag === undefined ? {} : { 'if-none-match': tag }) },
    });
    const text = await response.text();
    person.tally.responded(`GET /v1${path.split('?')[0]}`, response.status, text, EXPECTED);
    const next = response.headers.get('etag');
    if (next !== null) tags.set(path, next);
    await wait(EVERY_MS, null, { signal }).catch(() => null);
  }
}

/** What a stream was sent, over all of its connections. */
class Received {
  lastId: string | null = null;
  /** Of the last message, in the ring that its id names. */
  #last = 0;
  count = 0;
  readonly #person: Person;

  constructor(person: Person) {
    this.#person = person;
  }

  take(message: {
    op?: string;
    id?: string;
    seq?: number;
    code?: string;
    at?: string;
    missed?: number;
  }): void {
    const { tally, email } = this.#person;
    this.count += 1;
    if (message.op === 'error') tally.complain(`a stream of ${email} was refused: ${message.code}`);
    if (message.op === 'gap') tally.complain(`a stream of ${email} could not be resumed`);
    if (message.op === 'subscribed') {
      tally.count('messages of streams resumed', message.missed ?? 0);
      if (message.missed === 0) this.lastId = message.at ?? null;
    }
    if (message.id === undefined || message.seq === undefined) return;
    if (message.seq <= this.#last) tally.complain(`a stream of ${email} sent ${message.id} again`);
    this.#last = message.seq;
    this.lastId = message.id;
    tally.count('messages of streams');
  }
}

async function keepStreaming(
  person: Person,
  secret: string,
  symbol: string,
  draw: () => number,
  signal: AbortSignal,
): Promise<void> {
  const received = new Received(person);
  while (!signal.aborted) {
    const socket = new WebSocket(`${person.origin.replace('http', 'ws')}/api/v1/stream`, {
      headers: { authorization: `Bearer ${secret}` },
    });
    socket.on('message', (data) => received.take(JSON.parse(data.toString())));
    socket.on('error', (error) => person.tally.complain(`a stream of ${person.email}: ${error.message}`));
    await once(socket, 'open');
    const before = received.count;
    const after = received.lastId === null ? {} : { after: received.lastId };
    socket.send(
      JSON.stringify({ op: 'subscribe', instrument: symbol, kinds: ['event', 'bar_1m'], ...after }),
    );
    const openMs = MIN_OPEN_MS + draw() * MORE_OPEN_MS;
    await wait(openMs, null, { signal }).catch(() => null);
    if (socket.readyState !== socket.OPEN) person.tally.complain(`a stream of ${person.email} was closed`);
    // The response to the subscription is one
    if (received.count === before || (openMs > MAX_SILENCE_MS && received.count === before + 1))
      person.tally.complain(`a stream of ${person.email} received nothing`);
    const ended = once(socket, 'close');
    if (draw() < 0.5) socket.close(1000);
    else socket.terminate();
    await ended;
    person.tally.count('streams opened');
    await wait(draw() * MORE_AWAY_MS, null, { signal }).catch(() => null);
  }
}

export async function keepProgramming(
  person: Person,
  instrumentId: number,
  seed: number,
  signal: AbortSignal,
): Promise<void> {
  const { secret } = await person.change<{ secret: string }>('POST', '/account/api-keys', {
    ...{ name: 'Soak', scopes: API_SCOPES, addresses: [] },
  });
  const symbol = instrumentById(instrumentId)?.symbol;
  if (symbol === undefined) throw new Error(`expected an instrument: ${instrumentId}`);
  await Promise.all([
    keepPaging(person, secret, symbol, signal),
    keepStreaming(person, secret, symbol, seededDraws(seed), signal),
  ]);
}
