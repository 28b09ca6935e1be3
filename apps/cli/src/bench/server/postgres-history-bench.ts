/** Pages and export of the history over five million events on PostgreSQL, requested over HTTP from the whole product. */
import { execFile, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startPostgres } from '#bench/processes/postgres-run.ts';
import { hasProcessFigures, processFigures } from '#bench/processes/process-figures.ts';
import { pathOf } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';
import { HISTORY_EVENTS, historyLoad } from './history-load.ts';
import { cursorsOf, EVERYTHING, openHistoryProduct, pageOf, type Send } from './history-product.ts';

/** Of each page. */
export const PAGE_ROUNDS = 9;
const WARM_UP = 2;
const DEEP_PAGES = 100;
const MAX_MS = 150;
const MAX_GROWTH_MB = 64;
/** Rows after which the export's memory is compared with its end. */
const EARLY_ROWS = 40_000;
const OBSERVED_MS = 250;

/** Dense, sparse and empty ones, in every order; everything stored unless a timeframe is given. */
const PAGES: readonly (readonly [what: string, query: string])[] = [
  ['newest of 7 days', 'timeframe=7d'],
  ['200 rows of 90 days', 'timeframe=90d&limit=200'],
  ['oldest of all', `${EVERYTHING}&sort=oldest`],
  ['one event in a hundred (stop runs)', `${EVERYTHING}&eventType=stop_run`],
  ['confidence from 98.5 %, no exact ones', `${EVERYTHING}&eventType=absorption&minConfidence=0.985`],
  ['nothing: supports on the ask', `${EVERYTHING}&eventType=support&side=ask`],
  ['nothing: absorption from 99.5 %', `${EVERYTHING}&eventType=absorption&minConfidence=0.995`],
  ['a rare word', `${EVERYTHING}&text=settlement`],
  ['a word of half of all', `${EVERYTHING}&text=traded`],
  ['a price', `${EVERYTHING}&text=4567.25`],
  ['a frequent and a rare word', `${EVERYTHING}&text=traded%20settlement`],
  ['a frequent word from 98.5 %', `${EVERYTHING}&text=seconds&minConfidence=0.985`],
  ['a word that is not there', `${EVERYTHING}&text=phoenix`],
  ['by confidence, 7 days', 'timeframe=7d&sort=confidence'],
  ['by confidence, 1 day, absorption', 'timeframe=1d&eventType=absorption&sort=confidence'],
  ['by confidence, a price', `${EVERYTHING}&text=4567.25&sort=confidence`],
  ['by size, all', `${EVERYTHING}&sort=size`],
  ['by size, 7 days from 95 %', 'timeframe=7d&minConfidence=0.95&sort=size'],
  ['by size, 90 days, a rare word', 'timeframe=90d&text=settlement&sort=size'],
];

interface PageFigures {
  readonly what: string;
  readonly rows: number;
  readonly medianMs: number;
  readonly worstMs: number;
}

interface ExportFigures {
  readonly rows: number;
  readonly seconds: number;
  readonly earlyMb: number;
  readonly mostMb: number;
}

export interface PostgresHistoryFigures {
  readonly load: number;
  readonly pages: readonly PageFigures[];
  readonly export: ExportFigures;
}

/** Takes about a quarter of an hour and ten gigabytes of disk. Null without PostgreSQL or /proc. */
export async function measurePostgresHistory(
  note: (line: string) => void,
): Promise<PostgresHistoryFigures | null> {
  const server = hasProcessFigures() ? await startPostgres() : null;
  if (server === null) return null;
  try {
    await promisify(execFile)(process.execPath, [pathOf('migrate')], {
      env: { DATABASE_URL: server.address },
    });
    note(`${HISTORY_EVENTS} events`);
    await loadEvents(server.shell);
    return await measureLoaded(server.address, note);
  } finally {
    await server.stop();
  }
}

/** Runs psql with the statements on its standard input. */
function loadEvents([program, ...options]: readonly string[]): Promise<void> {
  const child = spawn(program ?? 'psql', [...options, '-q'], { stdio: ['pipe', 'ignore', 'inherit'] });
  const done = new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => (code === 0 ? resolve() : reject(new Error(`psql ended with ${code}`))));
  });
  child.stdin.end(historyLoad(Date.now()));
  return done;
}

/** Measures on a database that holds the events. */
export async function measureLoaded(
  address: string,
  note: (line: string) => void,
): Promise<PostgresHistoryFigures> {
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-bench-'));
  const history = await openHistoryProduct(dataDir, {
    DATABASE_URL: address,
    SIM_INSTRUMENTS: 'ES,NQ,YM,CL,GC',
  });
  try {
    const { product, request } = history;
    const load = loadavg()[0]!;
    const pages: PageFigures[] = [];
    for (const [what, query] of PAGES) pages.push(await measurePage(request, what, query, note));
    pages.push(await measureDeep(request, 'newest', note), await measureDeep(request, 'confidence', note));
    return { load, pages, export: await measureExport(request, product.pid) };
  } finally {
    await history.product.stop();
    rmSync(dataDir, { recursive: true, force: true });
  }
}

async function measurePage(
  request: Send,
  what: string,
  query: string,
  note: (line: string) => void,
): Promise<PageFigures> {
  const times: number[] = [];
  let rows = 0;
  for (let round = 0; round < PAGE_ROUNDS + WARM_UP; round += 1) {
    const startedMs = performance.now();
    rows = (await pageOf(request, query)).events.length;
    if (round >= WARM_UP) times.push(performance.now() - startedMs);
  }
  const figures = { what, rows, medianMs: median(times), worstMs: Math.max(...times) };
  note(`${what}: ${figures.medianMs.toFixed(0)} ms`);
  return figures;
}

/** The page behind twenty thousand rows. */
async function measureDeep(request: Send, sort: string, note: (line: string) => void): Promise<PageFigures> {
  const query = `${EVERYTHING}&sort=${sort}&limit=200`;
  const cursor = (await cursorsOf(request, query, DEEP_PAGES)).at(-1);
  return measurePage(request, `page ${DEEP_PAGES + 1} of 200, ${sort}`, `${query}&cursor=${cursor}`, note);
}

async function measureExport(request: Send, pid: number): Promise<ExportFigures> {
  const startedMs = performance.now();
  const answer = await request('/api/history/export?timeframe=30d');
  let rows = 0;
  let earlyMb = 0;
  let mostMb = 0;
  let lookedMs = 0;
  const decoder = new TextDecoder();
  for await (const chunk of answer.body ?? []) {
    rows += decoder.decode(chunk as Uint8Array, { stream: true }).split('\n').length - 1;
    if (performance.now() - lookedMs < OBSERVED_MS) continue;
    lookedMs = performance.now();
    const { rssMb } = processFigures(pid);
    if (rows < EARLY_ROWS) earlyMb = Math.max(earlyMb, rssMb);
    mostMb = Math.max(mostMb, rssMb);
  }
  return { rows: rows - 1, seconds: (performance.now() - startedMs) / 1000, earlyMb, mostMb };
}

export function postgresHistoryGoals(figures: PostgresHistoryFigures): Goal[] {
  const grown = figures.export.mostMb - figures.export.earlyMb;
  return [
    ...figures.pages.map(({ what, rows, medianMs, worstMs }) => ({
      what: `${what} (${rows} rows)`,
      goal: `< ${MAX_MS} ms`,
      reached: `${medianMs.toFixed(0)} ms (worst ${worstMs.toFixed(0)} ms)`,
      met: medianMs < MAX_MS,
    })),
    {
      what: `Export of ${figures.export.rows} events (${figures.export.seconds.toFixed(0)} s): memory after the first ${EARLY_ROWS}`,
      goal: `≤ ${MAX_GROWTH_MB} MB more`,
      reached: `${grown.toFixed(0)} MB more (${figures.export.mostMb.toFixed(0)} MB)`,
      met: grown <= MAX_GROWTH_MB,
    },
  ];
}
