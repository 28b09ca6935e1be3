/** Memory, processor time and first charts of the whole product: server and sandbox with ten simulated instruments. */
import { mkdtempSync, rmSync } from 'node:fs';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { MINUTE_MS } from '@undertow/market';
import { startPostgres } from '#bench/processes/postgres-run.ts';
import { hasProcessFigures, processFigures } from '#bench/processes/process-figures.ts';
import { type ProductRun, signInAsElite, startProduct } from '#bench/processes/product-run.ts';
import type { Goal } from '#measurements/goal.ts';

const INSTRUMENTS = 10;
const DEFAULT_INSTRUMENT = 1;
const WANTED_BARS = 60;
const BARS_WITHIN_MS = 600_000;
/** Ten instruments at this pace stay below the rate limit of a route. */
const POLL_MS = 750;
const OBSERVED_MS = MINUTE_MS;
/** What the first minutes left to be written is written before a steady state is measured. */
const SETTLING_MS = 30_000;

interface DatabaseFigures {
  /** Seconds to sixty ten-minute bars: of the default instrument since the start of the process. */
  readonly firstChartSeconds: number;
  /** The same of each other instrument since it was first watched; all nine were requested at once. */
  readonly otherChartSeconds: readonly number[];
  /** The most memory of both processes until the histories were made. */
  readonly firstPeakMb: number;
  /** Percent of one core over the minute that followed. */
  readonly cpuPercent: number;
  readonly afterMb: number;
  /** After a restart on the same data, all ten instruments watched again. */
  readonly warmMb: number;
  readonly warmPeakMb: number;
}

interface ServerFigures {
  readonly date: string;
  readonly load: number;
  readonly embedded: DatabaseFigures;
  /** Null where PostgreSQL is not installed. */
  readonly postgres: DatabaseFigures | null;
}

/** Takes about five minutes. Null where the figures cannot be read: without /proc. */
export async function measureServer(note: (line: string) => void): Promise<ServerFigures | null> {
  if (!hasProcessFigures()) return null;
  const load = loadavg()[0]!;
  note('server on the embedded database');
  const embedded = await measureOn({});
  const server = await startPostgres();
  if (server === null) note('PostgreSQL is not installed: not measured on it');
  else note('server on PostgreSQL');
  try {
    const postgres = server === null ? null : await measureOn({ DATABASE_URL: server.address });
    return { date: new Date().toISOString().slice(0, 10), load, embedded, postgres };
  } finally {
    await server?.stop();
  }
}

async function measureOn(environment: Readonly<Record<string, string>>): Promise<DatabaseFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-bench-'));
  try {
    const first = await withProduct(dataDir, environment, measureFirstRun);
    const warm = await withProduct(dataDir, environment, async (product) => {
      await watchCharts(product);
      await wait(SETTLING_MS);
      return processFigures(product.pid);
    });
    return { ...first, warmMb: warm.rssMb, warmPeakMb: warm.peakMb };
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** A first run on the embedded database of the product that `program` starts: another checkout's for a comparison. */
export async function measureProgram(
  program: string,
): Promise<Pick<DatabaseFigures, 'cpuPercent' | 'afterMb'>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-bench-'));
  try {
    return await withProduct(dataDir, {}, measureFirstRun, program);
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function withProduct<T>(
  dataDir: string,
  environment: Readonly<Record<string, string>>,
  measure: (product: ProductRun) => Promise<T>,
  program?: string,
): Promise<T> {
  const product = await startProduct(dataDir, environment, program);
  try {
    return await measure(product);
  } finally {
    await product.stop();
  }
}

async function measureFirstRun(product: ProductRun) {
  const charts = await watchCharts(product);
  await wait(SETTLING_MS);
  const before = processFigures(product.pid);
  await wait(OBSERVED_MS);
  const after = processFigures(product.pid);
  return {
    ...charts,
    firstPeakMb: after.peakMb,
    cpuPercent: ((after.cpuSeconds - before.cpuSeconds) / (OBSERVED_MS / 1000)) * 100,
    afterMb: after.rssMb,
  };
}

/** Adds the instruments, follows them on a socket and requests their charts until each shows sixty bars. */
async function watchCharts({ origin, startedMs }: ProductRun) {
  const headers = { cookie: await signInAsElite(origin), origin };
  const instrumentIds = Array.from({ length: INSTRUMENTS }, (_, n) => n + 1);
  for (const id of instrumentIds) await addInstrument(origin, headers, id);
  await follow(origin, headers, instrumentIds);
  const watchedMs = performance.now();
  const seconds = new Map<number, number>();
  while (seconds.size < instrumentIds.length) {
    if (performance.now() - watchedMs > BARS_WITHIN_MS) throw new Error('charts did not fill in time');
    for (const id of instrumentIds) {
      if (seconds.has(id) || (await barsOf(origin, headers, id)) < WANTED_BARS) continue;
      const sinceMs = id === DEFAULT_INSTRUMENT ? startedMs : watchedMs;
      seconds.set(id, (performance.now() - sinceMs) / 1000);
    }
    await wait(POLL_MS);
  }
  const { [DEFAULT_INSTRUMENT]: firstChartSeconds = Number.NaN, ...others } = Object.fromEntries(seconds);
  return { firstChartSeconds, otherChartSeconds: Object.values(others) };
}

type Headers = Readonly<Record<string, string>>;

async function addInstrument(origin: string, headers: Headers, instrumentId: number): Promise<void> {
  const body = JSON.stringify({ instrumentId });
  const sent = { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body };
  const answer = await fetch(`${origin}/api/user/instruments`, sent);
  // The list survives a restart
  if (!answer.ok && answer.status !== 409) throw new Error(`no instrument added: ${await answer.text()}`);
}

async function barsOf(origin: string, headers: Headers, instrumentId: number): Promise<number> {
  const url = `${origin}/api/market-data?instrumentId=${instrumentId}&timeframe=10m&limit=100`;
  const bars: unknown = await (await fetch(url, { headers })).json();
  return Array.isArray(bars) ? bars.length : 0;
}

/** A socket as the dashboard holds it; it ends with the product. */
async function follow(origin: string, headers: Headers, instrumentIds: readonly number[]): Promise<void> {
  // Node's own client takes headers beyond the standard's second argument
  const options = { headers, protocols: ['undertow.v1'] } as unknown as string[];
  const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`, options);
  await new Promise<void>((resolve, reject) => {
    socket.addEventListener('open', () => resolve());
    socket.addEventListener('error', () => reject(new Error('the socket of the measurement did not open')));
  });
  socket.send(JSON.stringify({ type: 'subscribe', instrumentIds }));
}

export function serverGoals({ embedded, postgres }: ServerFigures): Goal[] {
  const slowest = Math.max(...embedded.otherChartSeconds);
  const most = (what: string, value: number, goal: number, unit: string, digits = 0): Goal => ({
    what,
    goal: `≤ ${goal} ${unit}`,
    reached: `${value.toFixed(digits)} ${unit}`,
    met: value <= goal,
  });
  const onPostgres = (figures: DatabaseFigures): Goal[] => [
    most('The same on PostgreSQL, after the first histories', figures.afterMb, 350, 'MB'),
    most('On PostgreSQL, after a restart', figures.warmMb, 350, 'MB'),
    most('On PostgreSQL, processor time', figures.cpuPercent, 40, '% of a core', 1),
  ];
  return [
    most('Sixty ten-minute bars of ES after a first start', embedded.firstChartSeconds, 20, 's', 1),
    most('The same of nine others first watched at once, the slowest', slowest, 20, 's', 1),
    most('Server and sandbox, ten instruments, processor time', embedded.cpuPercent, 40, '% of a core', 1),
    most('Memory at the first start, most', embedded.firstPeakMb, 1000, 'MB'),
    most('Memory after it', embedded.afterMb, 800, 'MB'),
    most('Memory after a restart', embedded.warmMb, 800, 'MB'),
    ...(postgres === null ? [] : onPostgres(postgres)),
  ];
}

/** The section of docs/measurements.md. */
export function serverSection(figures: ServerFigures | null): string {
  if (figures === null) return '`npm run bench`: not measured, this platform has no /proc.';
  const { date, load, embedded, postgres } = figures;
  const rows = serverGoals(figures).map(
    ({ what, goal, reached, met }) => `| ${what} | ${goal} | ${reached} | ${met ? 'yes' : 'no'} |`,
  );
  const others = embedded.otherChartSeconds.map((seconds) => seconds.toFixed(1)).join(', ');
  const peaks =
    postgres === null
      ? 'PostgreSQL is not installed here: not measured on it.'
      : `On PostgreSQL the most was ${postgres.firstPeakMb.toFixed(0)} MB at the first start and ${postgres.warmPeakMb.toFixed(0)} MB after the restart; its own processes are not counted.`;
  return [
    `\`npm run bench\`, ${date}: one run. ${availableParallelism()} cores, load ${load.toFixed(1)} at the start.`,
    '',
    '| What | Goal | Reached | Met |',
    '|---|---|---|---|',
    ...rows,
    '',
    'The product as `npm start` starts it, ten simulated instruments followed by one Elite user on one socket. Memory is VmRSS,',
    'the most is VmHWM, of both processes together; processor time is that of a minute, half a minute after the last history was',
    `made, and so is the memory after it. The nine others are made one after the other: ${others} s. ${peaks}`,
  ].join('\n');
}
