/**
 * Measures the cluster of `npm run cluster`: what its processes take while nobody watches, how long a killed owner leaves its
 * instruments without data at a socket, and how long the sockets of a killed web process are away.
 */
import { setTimeout as wait } from 'node:timers/promises';
import { processFigures } from '@undertow/cli/src/bench/processes/process-figures.ts';
import { signInAsElite } from '@undertow/cli/src/bench/processes/product-run.ts';
import { addressOfPerson, loopbackAddress } from '@undertow/cli/src/load/wire/loopback-address.ts';
import { decodeFrame } from '@undertow/server/src/live/record/frame-codec.ts';
import { type ClusterRun, startCluster, until } from './cluster-run.ts';
import { type GuardedRun, startGuardedRun } from './guarded-run.ts';
import { PageSocket } from './page-socket.ts';

const [rounds = '10', idleSeconds = '20', sockets = '160'] = process.argv.slice(2);
const SYMBOLS = 'ES,NQ,CL,GC';
const ES = 1;
const PEOPLE = 10;
const LIVE_WITHIN_MS = 60_000;
const TAKEN_OVER_WITHIN_MS = 30_000;
const SETTLED_WITHIN_MS = 60_000;
const SETTLED_MS = 2000;
/** Sockets open this far apart. */
const RAMP_MS = 20;

interface Seen {
  readonly atMs: number;
  readonly asOfMs: number;
  readonly types: ReadonlySet<string>;
}

interface Takeover {
  /** Milliseconds since the kill: the next owner's first message, mostly history, and its first one of the present. */
  readonly firstMs: number;
  readonly wireMs: number;
  /** At a socket. */
  readonly bookMs: number;
  readonly barsMs: number;
}

const nameOfLease = `instrument.${ES}`;

/** Messages about ES in a frame of the batched protocol. */
function readFrame(bytes: Buffer): Seen | null {
  const parsed: unknown = JSON.parse(bytes.toString());
  const messages = (Array.isArray(parsed) ? parsed : [parsed]) as {
    type: string;
    instrumentId?: number;
    asOf?: string;
  }[];
  const own = messages.filter(({ instrumentId, asOf }) => instrumentId === ES && asOf !== undefined);
  if (own.length === 0) return null;
  return {
    atMs: performance.now(),
    asOfMs: Math.max(...own.map(({ asOf = '' }) => Date.parse(asOf))),
    types: new Set(own.map(({ type }) => type)),
  };
}

/** Someone of the highest plan who follows ES. */
async function signIn({ origin }: ClusterRun, email?: string): Promise<string> {
  const cookie = await signInAsElite(origin, email);
  const answer = await fetch(`${origin}/api/user/instruments`, {
    method: 'POST',
    headers: { cookie, origin, 'content-type': 'application/json' },
    body: JSON.stringify({ instrumentId: ES }),
  });
  // Some have it from the start
  if (!answer.ok && answer.status !== 409) throw new Error(`no instrument added: ${await answer.text()}`);
  return cookie;
}

async function idle({ processes }: ClusterRun, seconds: number) {
  const before = new Map(processes().map(({ pid }) => [pid, processFigures(pid).cpuSeconds]));
  await wait(seconds * 1000);
  const shares: Record<string, number> = {};
  for (const { role, pid } of processes().filter((one) => one.role !== 'proxy')) {
    const used = processFigures(pid).cpuSeconds - (before.get(pid) ?? Number.NaN);
    shares[role] = (shares[role] ?? 0) + used / seconds;
  }
  return shares;
}

/** Both owners run, each with its half. */
async function settle({ owners }: ClusterRun): Promise<void> {
  await until('two processes of the role market with two instruments each', SETTLED_WITHIN_MS, async () => {
    const counts = (await owners()).map(
      ({ leases }) => leases.filter((name) => name.startsWith('instrument.')).length,
    );
    return counts.length === 2 && counts.every((count) => count === 2);
  });
  await wait(SETTLED_MS);
}

interface Watched {
  readonly frames: Seen[];
  /** When the first update of another owner came, and the market's present in it; nothing before. */
  taken: { readonly atMs: number; readonly asOfMs: number }[];
  /** When another owner published first, by `performance.now()`; 0 before. */
  firstMs: number;
  /** Of the owner, and the market's present in its last update. */
  revision: number;
  presentMs: number;
}

async function killOwner(cluster: ClusterRun, watched: Watched): Promise<Takeover> {
  const owner = (await cluster.owners()).find(({ leases }) => leases.includes(nameOfLease));
  if (owner === undefined) throw new Error(`expected an owner of ${nameOfLease}`);
  watched.frames.length = 0;
  watched.taken = [];
  watched.firstMs = 0;
  const killedMs = performance.now();
  process.kill(owner.pid, 'SIGKILL');
  const first = (type: string): Seen | undefined => {
    const [taken] = watched.taken;
    return taken === undefined
      ? undefined
      : watched.frames.find(({ asOfMs, types }) => asOfMs >= taken.asOfMs && types.has(type));
  };
  await until('book and bars of another owner', TAKEN_OVER_WITHIN_MS, () =>
    ['order_book', 'market_data'].every((type) => first(type) !== undefined),
  );
  const since = (atMs = Number.NaN): number => atMs - killedMs;
  return {
    firstMs: since(watched.firstMs),
    wireMs: since(watched.taken[0]?.atMs),
    bookMs: since(first('order_book')?.atMs),
    barsMs: since(first('market_data')?.atMs),
  };
}

async function measureTakeovers(cluster: ClusterRun, cookie: string): Promise<readonly Takeover[]> {
  const watched: Watched = { frames: [], taken: [], firstMs: 0, revision: 0, presentMs: 0 };
  const stop = await cluster.nats.wire.follow(Date.now(), {
    onUpdate({ instrumentId, fence, frame }) {
      if (instrumentId !== ES) return;
      const { asOfMs, backfill } = decodeFrame(frame);
      if (fence.revision > watched.revision && watched.firstMs === 0) watched.firstMs = performance.now();
      if (fence.revision > watched.revision && !backfill && asOfMs > watched.presentMs) {
        watched.revision = fence.revision;
        watched.taken.push({ atMs: performance.now(), asOfMs });
      }
      if (fence.revision === watched.revision) watched.presentMs = asOfMs;
    },
    onCaughtUp: () => undefined,
  });
  const socket = new PageSocket({
    ...{ address: loopbackAddress(cluster.webOrigin(0)), localAddress: undefined, cookie },
    ...{ publicOrigin: cluster.origin, instrumentIds: [ES] },
    onText(bytes) {
      const seen = readFrame(bytes);
      if (seen !== null) watched.frames.push(seen);
    },
  });
  await until('frames of ES at a web process', LIVE_WITHIN_MS, () => watched.frames.length > 20).catch(
    (error: unknown) => {
      throw new Error(`the socket is ${socket.isOpen ? 'open' : `closed: ${socket.closedBy}`}`, {
        cause: error,
      });
    },
  );
  const takeovers: Takeover[] = [];
  for (let round = 0; round < Number(rounds); round += 1) {
    await settle(cluster);
    takeovers.push(await killOwner(cluster, watched));
  }
  socket.leave();
  await stop();
  return takeovers;
}

/** Sockets of several people through the proxy; the process of more of them is killed. */
async function measureReturns(cluster: ClusterRun) {
  const address = loopbackAddress(cluster.origin.replace('localhost', '127.0.0.1'));
  const pages: PageSocket[] = [];
  const cookies: string[] = [];
  for (let person = 0; person < PEOPLE; person += 1)
    cookies.push(await signIn(cluster, `return-${person}@example.com`));
  for (let at = 0; at < Number(sockets); at += 1) {
    const person = at % PEOPLE;
    pages.push(
      new PageSocket({
        ...{ address: { ...address, authority: new URL(cluster.origin).host }, instrumentIds: [ES] },
        ...{ localAddress: addressOfPerson(person, address), cookie: cookies[person] ?? '' },
        ...{ publicOrigin: cluster.origin, onText: () => undefined },
      }),
    );
    await wait(RAMP_MS);
  }
  await until('every socket open', LIVE_WITHIN_MS, () => pages.every(({ isOpen }) => isOpen));
  const killed: { readonly lost: number; readonly backMs: readonly number[] }[] = [];
  for (const at of [0, 1]) {
    await wait(SETTLED_MS);
    const web = cluster.processes().find(({ url }) => url === cluster.webOrigin(at));
    if (web === undefined) throw new Error(`expected a web process at ${cluster.webOrigin(at)}`);
    for (const page of pages) page.forget();
    const killedMs = performance.now();
    process.kill(web.pid, 'SIGKILL');
    await wait(500);
    await until('every socket of the killed process connected elsewhere', TAKEN_OVER_WITHIN_MS, () =>
      pages.every(({ lostMs, backMs }) => lostMs === null || backMs !== null),
    );
    const lost = pages.flatMap(({ lostMs, backMs }) => (lostMs === null || backMs === null ? [] : [backMs]));
    killed.push({ lost: lost.length, backMs: lost.map((backMs) => backMs - killedMs) });
    await until('both web processes ready', SETTLED_WITHIN_MS, () => isReady(cluster.webOrigin(at)));
  }
  for (const page of pages) page.leave();
  return { sockets: pages.length, killed };
}

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );

async function measure(run: GuardedRun) {
  const cluster = await startCluster(run, SYMBOLS);
  try {
    await settle(cluster);
    const cookie = await signIn(cluster);
    const shares = await idle(cluster, Number(idleSeconds));
    const takeovers = await measureTakeovers(cluster, cookie);
    const returns = await measureReturns(cluster);
    return {
      instruments: SYMBOLS.split(',').length,
      readySeconds: cluster.readySeconds,
      idle: shares,
      takeovers,
      returns,
    };
  } finally {
    await cluster.stop();
  }
}

const run = startGuardedRun();
process.stdout.write(`${JSON.stringify(await measure(run))}\n`);
run.end();
process.exit(0);
