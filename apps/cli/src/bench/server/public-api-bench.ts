/** Figures of the public API: a page beside a thousand live sockets, a message of a stream, and webhooks whose sender is killed. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';
import { signInAsElite, startProduct } from '#bench/processes/product-run.ts';
import { pathOf, runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';

const SOCKETS = 1000;
const PER_SECOND = 200;
const PAGE_SECONDS = 30;
/** Of 600 requests a minute each, of which they send 500. */
const OWNERS = 24;
const MAX_PAGE_MS = 50;
const MAX_MESSAGE_RATIO = 1.1;
const MESSAGE_SECONDS = 30;
const WEBHOOKS_AN_HOUR = 10_000;
/** A bounded run: the long tests have all of them. */
const EVENTS = 1_000;
const KILLS = 2;
const HOUR_S = 3600;

interface PageFigures {
  readonly answered: number;
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly load: number;
}
interface MessageFigures {
  readonly microsPerSecond: number;
  readonly framesPerSecond: number;
  readonly bytesPerFrame: number;
}
interface WebhookFigures {
  readonly events: number;
  readonly kills: number;
  readonly seconds: number;
  readonly delivered: number;
  readonly received: number;
  readonly verified: number;
}
interface MessageRound {
  readonly socket: MessageFigures;
  readonly stream: MessageFigures;
}
export interface PublicApiFigures {
  readonly load: number;
  readonly pages: PageFigures;
  readonly messages: readonly MessageRound[];
  readonly webhooks: WebhookFigures;
}

const has =
  <T>(field: string) =>
  (value: unknown): value is T =>
    typeof value === 'object' && value !== null && field in value;

async function newKey(origin: string, place: number): Promise<string> {
  const cookie = await signInAsElite(origin, `programs-${place}@example.com`);
  const post = async (path: string, body: object) => {
    const headers = { cookie, origin, 'content-type': 'application/json' };
    const answer = await fetch(`${origin}${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status !== 201) throw new Error(`${path} answered ${answer.status}: ${await answer.text()}`);
    return (await answer.json()) as { readonly secret?: string };
  };
  await post('/api/user/instruments', { instrumentId: 1 });
  const key = { name: 'Measured', scopes: ['market:read'], addresses: [], expiresInDays: 30 };
  return (await post('/api/account/api-keys', key)).secret ?? '';
}

/** `undertow load` in a process of its own; resolves when its sockets are open. */
async function openSockets(origin: string): Promise<() => Promise<void>> {
  const words = ['load', '--url', origin.replace('localhost', '127.0.0.1'), '--sockets', String(SOCKETS)];
  const child = spawn(
    process.execPath,
    [pathOf('undertow'), ...words, '--minutes', '10', '--instruments', 'ES'],
    {
      stdio: ['ignore', 'ignore', 'pipe'],
    },
  );
  const gone = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  const noted: string[] = [];
  const opened = new Promise<void>((resolve) => {
    createInterface({ input: child.stderr }).on('line', (line) => {
      noted.push(line);
      if (line.includes(`${SOCKETS} are open`)) resolve();
    });
  });
  const failed = gone.then(() => Promise.reject(new Error(`the load ended early:\n${noted.join('\n')}`)));
  await Promise.race([opened, failed]);
  failed.catch(() => undefined);
  return () => {
    child.kill('SIGTERM');
    return gone;
  };
}

async function measurePages(note: (line: string) => void): Promise<PageFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-bench-'));
  const product = await startProduct(dataDir, { SIM_INSTRUMENTS: 'ES', TRUST_PROXY: '1' });
  try {
    const keys: string[] = [];
    for (let place = 0; place < OWNERS; place += 1) keys.push(await newKey(product.origin, place));
    note(`opening ${SOCKETS} sockets`);
    const close = await openSockets(product.origin);
    await wait(5_000);
    const order = { origin: product.origin, keys, perSecond: PER_SECOND, seconds: PAGE_SECONDS };
    const load = loadavg()[0]!;
    const figures = await runDriver(
      'apiPages',
      has<Omit<PageFigures, 'load'>>('p99Ms'),
      [],
      JSON.stringify(order),
    );
    await close();
    return { ...figures, load };
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const runMessages = (mode: 'elite' | 'streams'): Promise<MessageFigures> =>
  runDriver('fanOut', has<MessageFigures>('microsPerSecond'), [
    mode,
    String(SOCKETS),
    String(MESSAGE_SECONDS),
  ]);

/** Rejects with a script's own error. Takes a quarter of an hour with three rounds. */
export async function measurePublicApi(
  note: (line: string) => void,
  rounds: number,
): Promise<PublicApiFigures> {
  const load = loadavg()[0]!;
  note('pages');
  const pages = await measurePages(note);
  const messages: MessageRound[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    note(`messages, round ${round} of ${rounds}`);
    messages.push({ socket: await runMessages('elite'), stream: await runMessages('streams') });
  }
  note('webhooks');
  const webhooks = await runDriver('webhooks', has<WebhookFigures>('delivered'), [
    String(EVENTS),
    String(KILLS),
  ]);
  return { load, pages, messages, webhooks };
}

const micros = ({ microsPerSecond, framesPerSecond }: MessageFigures): number =>
  microsPerSecond / framesPerSecond;

export function publicApiGoals({ pages, messages, webhooks }: PublicApiFigures): Goal[] {
  const ratio = median(messages.map(({ socket, stream }) => micros(stream) / micros(socket)));
  const of = (side: keyof MessageRound): string =>
    median(messages.map((round) => micros(round[side]))).toFixed(1);
  const { events, kills, seconds, delivered, received } = webhooks;
  const anHour = (delivered * HOUR_S) / seconds;
  return [
    {
      what: `A page of 50 events, ${PER_SECOND} requests a second beside ${SOCKETS.toLocaleString('en-GB')} sockets, p99`,
      goal: `< ${MAX_PAGE_MS} ms`,
      reached: `${pages.p99Ms.toFixed(1)} ms (p50 ${pages.p50Ms.toFixed(1)} ms, ${pages.perSecond.toFixed(0)} a second, load ${pages.load.toFixed(1)})`,
      met: pages.p99Ms < MAX_PAGE_MS && pages.answered === PER_SECOND * PAGE_SECONDS,
    },
    {
      what: 'A message of a stream beside a frame of a socket, 1,000 of each, everything included',
      goal: `≤ ${MAX_MESSAGE_RATIO}×`,
      reached: `${ratio.toFixed(2)}× (${of('stream')} and ${of('socket')} µs)`,
      met: ratio <= MAX_MESSAGE_RATIO,
    },
    {
      what: `${events.toLocaleString('en-GB')} webhooks over ${kills} kills of their sender`,
      goal: `all, ${WEBHOOKS_AN_HOUR.toLocaleString('en-GB')} an hour`,
      reached: `${delivered.toLocaleString('en-GB')} in ${seconds.toFixed(0)} s, ${Math.round(anHour).toLocaleString('en-GB')} an hour, ${received - delivered} repeats by their id`,
      met: delivered === events && webhooks.verified === received && anHour >= WEBHOOKS_AN_HOUR,
    },
  ];
}

/** The section of docs/measurements.md. */
export function publicApiSection(figures: PublicApiFigures): string {
  const rows = publicApiGoals(figures).map(
    ({ what, goal, reached, met }) => `| ${what} | ${goal} | ${reached} | ${met ? 'yes' : 'no'} |`,
  );
  const [first] = figures.messages;
  const size = (one: MessageFigures | undefined): string => ((one?.bytesPerFrame ?? 0) / 1000).toFixed(1);
  return [
    `\`npm run bench -- --only public-api\`, ${new Date().toISOString().slice(0, 10)}. ${availableParallelism()} cores, load ${figures.load.toFixed(1)} at the start.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    `Pages: ${OWNERS} users with a key each, the whole product in a process of its own, sockets of every plan held and checked by \`undertow load\`; requests are`,
    'sent by a clock, whatever the answers take. Messages: processor time of the line over all that arrives, for a thousand people who follow ES ten',
    `times a second: a stream with events, bars and the book (${size(first?.stream)} kB) and a socket of a page (${size(first?.socket)} kB). Webhooks: a receiver that answers after 20 ms; a`,
    'killed sender holds its deliveries for a minute, which is most of the time.',
  ].join('\n');
}
