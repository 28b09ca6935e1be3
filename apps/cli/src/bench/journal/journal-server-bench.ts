/** The journal of a running product: large imports, statistics and insights, and what everybody else waits meanwhile. */
import { mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:http';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startProbe, type Waits } from '#bench/processes/answer-probe.ts';
import {
  coreWaitOf,
  forgetPeak,
  hasProcessFigures,
  memoryOf,
  serverOf,
} from '#bench/processes/process-figures.ts';
import { type ProductRun, signInAsElite, startProduct } from '#bench/processes/product-run.ts';
import { roundTrips } from './journal-exports.ts';

const TRADES = 100_000;
const FEWER_TRADES = 10_000;
/** The history of the market that the product itself shows is made before anything is measured. */
const SETTLING_MS = 30_000;
const AT_REST_MS = 15_000;
/** One process sends all: neither is so often that it is the load itself, nor more than the rate limit of a route allows. */
const EVERY_MS = 20;
const DATABASE_EVERY_MS = 60;

/** Another user's requests: one that needs the event loop alone, and one that queries the database. */
export interface OthersWait {
  readonly loop: Waits;
  readonly database: Waits;
}

export interface ServerImportRun {
  readonly seconds: number;
  /** Of these the server's main thread waited for a core. */
  readonly coreWaitSeconds: number;
  /** Memory of the server's process before the import and the most during it. */
  readonly beforeMb: number;
  readonly peakMb: number;
  readonly others: OthersWait;
  /** Statistics of all trades: the first time since the import, of their rows instead of positions, and again. */
  readonly firstMs: number;
  readonly otherViewMs: number;
  readonly againMs: number;
  readonly othersAtStatistics: OthersWait;
}

export interface InsightsRun {
  readonly trades: number;
  readonly seconds: number;
  readonly peakMb: number;
  readonly others: OthersWait;
}

export interface JournalServerFigures {
  readonly rounds: number;
  readonly load: number;
  readonly atRest: OthersWait;
  readonly imports: readonly ServerImportRun[];
  readonly insights: readonly InsightsRun[];
}

/** A user with a session. */
interface Person {
  readonly origin: string;
  readonly cookie: string;
}

async function signIn(origin: string, name: string): Promise<Person> {
  return { origin, cookie: await signInAsElite(origin, `${name}@example.com`) };
}

/** Sends a request whose answer may take longer than `fetch` waits, and answers its body. */
function call({ origin, cookie }: Person, method: string, path: string, body?: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const type = body === undefined ? {} : { 'content-type': 'application/octet-stream' };
    const sent = request(`${origin}${path}`, { method, headers: { cookie, origin, ...type } }, (answer) => {
      const parts: Buffer[] = [];
      answer.on('data', (part: Buffer) => parts.push(part));
      answer.on('error', reject);
      answer.on('end', () => {
        const text = Buffer.concat(parts).toString();
        if ((answer.statusCode ?? 500) < 300) resolve(text);
        else reject(new Error(`${method} ${path} answered ${answer.statusCode}: ${text}`));
      });
    });
    sent.on('error', reject);
    sent.end(body);
  });
}

async function whileOthersAsk<T>(
  other: Person,
  work: () => Promise<T>,
): Promise<{ readonly answer: T; readonly ms: number; readonly others: OthersWait }> {
  const { origin, cookie } = other;
  const loop = startProbe(origin, { paths: ['/healthz'], everyMs: EVERY_MS, cookie });
  const database = startProbe(origin, {
    paths: ['/api/trades/search?limit=10'],
    everyMs: DATABASE_EVERY_MS,
    cookie,
  });
  const start = performance.now();
  try {
    const answer = await work();
    return {
      answer,
      ms: performance.now() - start,
      others: { loop: await loop.stop(), database: await database.stop() },
    };
  } catch (error) {
    await Promise.allSettled([loop.stop(), database.stop()]);
    throw error;
  }
}

interface Measuring {
  readonly server: number;
  readonly other: Person;
}

async function importTrades(person: Person, count: number, file: Buffer): Promise<void> {
  const answers = encodeURIComponent(JSON.stringify({ zone: 'America/Chicago' }));
  const path = `/api/trades/imports?fileName=Performance.csv&answers=${answers}`;
  const { imported } = JSON.parse(await call(person, 'POST', path, file)) as { imported: number };
  if (imported !== count) throw new Error(`expected ${count} trades, ${imported} were imported`);
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

async function measureImport({ server, other }: Measuring, person: Person): Promise<ServerImportRun> {
  const file = Buffer.from(roundTrips(TRADES));
  const beforeMb = memoryOf(server).nowMb;
  const waitedBefore = coreWaitOf(server);
  forgetPeak(server);
  const stored = await whileOthersAsk(other, () => importTrades(person, TRADES, file));
  const { peakMb } = memoryOf(server);
  const coreWaitSeconds = coreWaitOf(server) - waitedBefore;
  const statistics = (): Promise<string> => call(person, 'GET', '/api/trades/statistics');
  const first = await whileOthersAsk(other, statistics);
  const otherViewMs = await timed(() => call(person, 'GET', '/api/trades/statistics?view=rows'));
  return {
    seconds: stored.ms / 1000,
    coreWaitSeconds,
    beforeMb,
    peakMb,
    others: stored.others,
    firstMs: first.ms,
    otherViewMs,
    againMs: await timed(statistics),
    othersAtStatistics: first.others,
  };
}

async function measureInsights(
  { server, other }: Measuring,
  person: Person,
  trades: number,
): Promise<InsightsRun> {
  forgetPeak(server);
  const { ms, others } = await whileOthersAsk(other, () => call(person, 'POST', '/api/insights/generate'));
  return { trades, seconds: ms / 1000, peakMb: memoryOf(server).peakMb, others };
}

async function measureProduct(
  product: ProductRun,
  rounds: number,
  note: (line: string) => void,
): Promise<Omit<JournalServerFigures, 'load' | 'rounds'>> {
  const { origin } = product;
  const measuring = { server: serverOf(product.pid), other: await signIn(origin, 'other') };
  await wait(SETTLING_MS);
  const atRest = await whileOthersAsk(measuring.other, () => wait(AT_REST_MS));
  const imports: ServerImportRun[] = [];
  const insights: InsightsRun[] = [];
  for (let round = 1; round <= rounds; round += 1) {
    note(`import and statistics of ${TRADES} trades, round ${round} of ${rounds}`);
    const person = await signIn(origin, `trader-${round}`);
    imports.push(await measureImport(measuring, person));
    if (round < rounds) continue;
    note(`insights of ${TRADES} trades`);
    insights.push(await measureInsights(measuring, person, TRADES));
  }
  note(`insights of ${FEWER_TRADES} trades`);
  const person = await signIn(origin, 'fewer');
  await importTrades(person, FEWER_TRADES, Buffer.from(roundTrips(FEWER_TRADES)));
  insights.push(await measureInsights(measuring, person, FEWER_TRADES));
  return { atRest: atRest.others, imports, insights: insights.reverse() };
}

/** Null where the figures cannot be read: without /proc. Each round takes half a minute, the insights up to three. */
export async function measureJournalServer(
  rounds: number,
  note: (line: string) => void,
): Promise<JournalServerFigures | null> {
  if (!hasProcessFigures()) return null;
  const load = loadavg()[0]!;
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-bench-'));
  const product = await startProduct(dataDir, {});
  try {
    return { rounds, load, ...(await measureProduct(product, rounds, note)) };
  } finally {
    await product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}
