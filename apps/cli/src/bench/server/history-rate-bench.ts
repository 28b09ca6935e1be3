/** A hundred pages of the history a second for one user, from the product on its embedded database. */
import { mkdtempSync, rmSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { startProbe } from '#bench/processes/answer-probe.ts';
import { hasProcessFigures, processFigures, serverOf } from '#bench/processes/process-figures.ts';
import { runDriver } from '#bench/processes/started-scripts.ts';
import type { Goal } from '#measurements/goal.ts';
import { median } from '#measurements/order-of-values.ts';
import { embeddedHistoryLoad } from './history-load.ts';
import { cursorsOf, EVERYTHING, openHistoryProduct, pageOf, type Send } from './history-product.ts';

const A_SECOND = 100;
const EVERY_MS = 1000 / A_SECOND;
const WARM_UP_MS = 8_000;
/**
 * A user may read a route 1,200 times a minute, counted from the first request after the minute before: a round begins with one request,
 * and its burst lies half in that minute and half in the next.
 */
const LIMIT_MS = 60_000;
const LIMIT_MARGIN_MS = 1_000;
const BURST_MS = 20_000;
const IDLE_MS = 30_000;
const SETTLING_MS = 30_000;
const DEEP_PAGES = 50;
const MAX_P99_MS = 40;
const MAX_CORE = 0.25;

interface RateRound {
  readonly requests: number;
  readonly errors: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Processor time of the server's process in cores: before the burst, and during it. */
  readonly idle: number;
  readonly busy: number;
}

export interface HistoryRateFigures {
  readonly load: number;
  readonly rounds: readonly RateRound[];
}

/** Ten of each kind: one after the other, so that a second has ten pages of each. */
async function mixedPaths(request: Send): Promise<readonly string[]> {
  const tenth = (values: readonly string[]): readonly string[] =>
    values.filter((_, at) => (at + 1) % (values.length / 10) === 0);
  const deep = async (sort: string): Promise<readonly string[]> => {
    const query = `${EVERYTHING}&sort=${sort}`;
    const cursors = await cursorsOf(request, `${query}&limit=200`, DEEP_PAGES);
    return tenth(cursors).map((cursor) => `${query}&cursor=${cursor}`);
  };
  const types = ['support', 'resistance', 'absorption', 'iceberg', 'spoofing', 'stop_run'];
  const words = ['settlement', 'traded', 'refilled', 'seconds', 'phoenix'];
  const ten = (one: (at: number) => string): readonly string[] =>
    Array.from({ length: 10 }, (_, at) => one(at));
  const kinds = [
    ten((at) => `timeframe=${at < 5 ? '7d' : '90d'}`),
    ten((at) => `timeframe=90d&instrumentId=${1 + (at % 5)}`),
    ten((at) => `${EVERYTHING}&eventType=${types[at % types.length]}`),
    ten((at) => `${EVERYTHING}&text=${words[at % words.length]}`),
    ten((at) => `${EVERYTHING}&text=${(4510.25 + 15 * at).toFixed(2)}`),
    ten((at) => `timeframe=${at < 5 ? '7d' : '90d'}&sort=confidence`),
    ten((at) => `${EVERYTHING}&minConfidence=${0.9 + at / 100}`),
    ten((at) => `${EVERYTHING}&sort=size${at < 5 ? '' : `&eventType=${types[at - 5]}`}`),
    await deep('newest'),
    await deep('confidence'),
  ];
  return Array.from(
    { length: 100 },
    (_, at) => `/api/history/events?${kinds[at % 10]![Math.floor(at / 10)]}`,
  );
}

/** Cores that a process uses on average while `work` lasts. */
async function coresDuring<T>(pid: number, work: () => Promise<T>) {
  const [beforeSeconds, startMs] = [processFigures(pid).cpuSeconds, performance.now()];
  const answer = await work();
  const seconds = (performance.now() - startMs) / 1000;
  return { answer, cores: (processFigures(pid).cpuSeconds - beforeSeconds) / seconds };
}

interface Rated {
  readonly origin: string;
  readonly cookie: string;
  readonly pid: number;
  readonly request: Send;
  readonly paths: readonly string[];
}

async function measureRound({ origin, cookie, pid, request, paths }: Rated): Promise<RateRound> {
  // The minute of what was requested before is over
  await wait(LIMIT_MS + LIMIT_MARGIN_MS);
  const startMs = performance.now();
  await pageOf(request, 'timeframe=7d');
  const idle = await coresDuring(pid, () => wait(IDLE_MS));
  await wait(startMs + LIMIT_MS - BURST_MS / 2 - performance.now());
  const busy = await coresDuring(pid, async () => {
    const probe = startProbe(origin, { paths, everyMs: EVERY_MS, cookie });
    await wait(BURST_MS);
    return probe.count();
  });
  const { waits, failures } = busy.answer;
  const errors = failures.length;
  return { ...waits, requests: waits.requests + errors, errors, idle: idle.cores, busy: busy.cores };
}

async function warmUp({ origin, cookie, paths }: Rated): Promise<void> {
  const probe = startProbe(origin, { paths, everyMs: EVERY_MS, cookie });
  await wait(WARM_UP_MS);
  await probe.stop();
}

function isFilled(value: unknown): value is { readonly statements: number } {
  return typeof value === 'object' && value !== null && 'statements' in value;
}

/** Null without /proc. A round takes two minutes. */
export async function measureHistoryRate(
  note: (line: string) => void,
  rounds: number,
): Promise<HistoryRateFigures | null> {
  if (!hasProcessFigures()) return null;
  const dataDir = mkdtempSync(join(tmpdir(), 'undertow-bench-'));
  try {
    note('filling the embedded database');
    const statements = embeddedHistoryLoad(Date.now());
    await runDriver('fillDatabase', isFilled, [dataDir], JSON.stringify(statements));
    const { product, ...user } = await openHistoryProduct(dataDir, {});
    try {
      await wait(SETTLING_MS);
      const load = loadavg()[0]!;
      const { origin, pid } = product;
      const rated = { ...user, origin, pid: serverOf(pid), paths: await mixedPaths(user.request) };
      await warmUp(rated);
      const measured: RateRound[] = [];
      for (let round = 1; round <= rounds; round += 1) {
        note(`${A_SECOND} pages a second, round ${round} of ${rounds}`);
        measured.push(await measureRound(rated));
      }
      return { load, rounds: measured };
    } finally {
      await product.stop();
    }
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

export function historyRateGoals({ rounds }: HistoryRateFigures): Goal[] {
  const of = (figure: (round: RateRound) => number): number => median(rounds.map(figure));
  const sum = (figure: (round: RateRound) => number): number =>
    rounds.reduce((total, round) => total + figure(round), 0);
  const p99Ms = of((round) => round.p99Ms);
  const errors = sum((round) => round.errors);
  const above = of(({ busy, idle }) => busy - idle);
  const worstMs = Math.max(...rounds.map(({ maxMs }) => maxMs));
  const percent = (cores: number): string => `${(cores * 100).toFixed(0)} %`;
  const what = `One user, ${A_SECOND} mixed pages a second, embedded database`;
  return [
    {
      what: `${what}: instant due to whole answer`,
      goal: `p99 ≤ ${MAX_P99_MS} ms`,
      reached: `p50 ${of((round) => round.p50Ms).toFixed(0)} ms, p99 ${p99Ms.toFixed(0)} ms, worst ${worstMs.toFixed(0)} ms, errors: ${errors} of ${sum((round) => round.requests)}`,
      met: p99Ms <= MAX_P99_MS && errors === 0,
    },
    {
      what: `${what}: processor time of the server beyond the idle product’s`,
      goal: `≤ ${percent(MAX_CORE)} of a core`,
      reached: `${percent(above)} (idle ${percent(of(({ idle }) => idle))}; ${((above * 1000) / A_SECOND).toFixed(1)} ms a page)`,
      met: above <= MAX_CORE,
    },
  ];
}
