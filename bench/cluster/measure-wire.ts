/**
 * Measures what instruments with ten updates a second cost: two owners, three nats-servers and a web process without sockets. At the
 * last count more web processes follow, so that what one more reader costs is known.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { INSTRUMENTS } from '@undertow/market';
import { openChild } from '#bench/child.ts';
import { startGuardedRun } from './guarded-run.ts';
import { startNats } from './nats-run.ts';
import type { OwnerFigures } from './owner-process.ts';
import { percentile } from './percentile.ts';
import type { WebFigures } from './web-process.ts';

const [counts = '1,10,40,100', seconds = '8'] = process.argv.slice(2);
const OWNERS = 2;
const MORE_READERS = 2;
/** The first books, and the keyframes of a new instrument. */
const SETTLE_MS = 4000;
/** Beyond every id of the catalogue. */
const FIRST_COPY = 1000;

interface WireFigures {
  readonly instruments: number;
  /** Those of the catalogue: the others are copies without a feed and without views. */
  readonly withViews: number;
  readonly readers: number;
  readonly updatesPerSecond: number;
  readonly storedPerSecond: number;
  readonly bytesPerUpdate: number;
  /** Shares of a core: all processes of the kind together. */
  readonly owners: number;
  readonly nats: number;
  readonly web: number;
  /** What the three servers wrote to sockets and files for each update. */
  readonly natsBytesPerUpdate: number;
  readonly publishMs: { readonly p50: number; readonly p99: number };
  readonly ageMs: { readonly p50: number; readonly p99: number };
  readonly webRssMb: number;
  readonly ownerRssMb: number;
}

const run = startGuardedRun();
const nats = await startNats(run);
const largest = Math.max(...counts.split(',').map(Number));
const catalogue = INSTRUMENTS.map(({ id }) => id);
const ids = Array.from({ length: largest }, (_, at) => catalogue[at] ?? FIRST_COPY + at);
const shareOf = (owner: number): readonly number[] => ids.filter((_, at) => at % OWNERS === owner);

const script = (name: string): URL => new URL(`./${name}.ts`, import.meta.url);
const owners = Array.from({ length: OWNERS }, (_, at) =>
  openChild(script('owner-process'), [nats.servers, '3', shareOf(at).join(','), `owner-${at}`]),
);
await Promise.all(owners.map((owner) => owner.nextMessage()));

async function openWeb() {
  const web = openChild(script('web-process'), [nats.servers, '3', '1']);
  await web.nextMessage();
  while (!(await web.request<WebFigures>()).isReady) await wait(100);
  return web;
}

const order = (count: number): Promise<unknown> =>
  Promise.all(
    owners.map((owner, at) => owner.order(shareOf(at).filter((id) => ids.indexOf(id) < count).length)),
  );

const read = async (web: Awaited<ReturnType<typeof openWeb>>) => ({
  atMs: performance.now(),
  web: await web.request<WebFigures>(),
  nats: nats.read(),
  owners: await Promise.all(owners.map((owner) => owner.request<OwnerFigures>())),
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

async function measure(
  web: Awaited<ReturnType<typeof openWeb>>,
  instruments: number,
  readers: number,
): Promise<WireFigures> {
  await wait(SETTLE_MS);
  const before = await read(web);
  await wait(Number(seconds) * 1000);
  const after = await read(web);
  const passed = (after.atMs - before.atMs) / 1000;
  const ofOwners = (figure: (owner: OwnerFigures) => number): number =>
    sum(after.owners.map(figure)) - sum(before.owners.map(figure));
  const stored = ofOwners((owner) => owner.stored);
  const publishMs = after.owners.flatMap((owner) => owner.publishMs);
  return {
    ...{
      instruments,
      readers,
      withViews: ids.slice(0, instruments).filter((id) => catalogue.includes(id)).length,
    },
    updatesPerSecond: (after.web.updates - before.web.updates) / passed,
    storedPerSecond: stored / passed,
    bytesPerUpdate: ofOwners((owner) => owner.frameBytes) / stored,
    owners: ofOwners((owner) => owner.cpuSeconds) / passed,
    nats: (after.nats.cpuSeconds - before.nats.cpuSeconds) / passed,
    web: (after.web.cpuSeconds - before.web.cpuSeconds) / passed,
    natsBytesPerUpdate: (after.nats.writtenBytes - before.nats.writtenBytes) / stored,
    publishMs: { p50: percentile(publishMs, 50), p99: percentile(publishMs, 99) },
    ageMs: { p50: percentile(after.web.ageMs, 50), p99: percentile(after.web.ageMs, 99) },
    webRssMb: after.web.rssMb,
    ownerRssMb: Math.max(...after.owners.map(({ rssMb }) => rssMb)),
  };
}

const [first = 1, ...others] = counts.split(',').map(Number);
await order(first);
const web = await openWeb();
const rows = [await measure(web, first, 1)];
for (const count of others) {
  await order(count);
  rows.push(await measure(web, count, 1));
}
const more = await Promise.all(Array.from({ length: MORE_READERS }, openWeb));
rows.push(await measure(web, largest, 1 + MORE_READERS));
process.stdout.write(`${JSON.stringify({ rows })}\n`);
for (const child of [...owners, web, ...more]) child.end();
await nats.stop();
run.end();
process.exit(0);
