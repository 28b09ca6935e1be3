/** The job that tests a rule: sessions that were never read are requested first, then a first answer, then the whole one. */
import { RANDOM_SETS } from '@undertow/backtest';
import { DAY_MS, instrumentBySymbol, MINUTE_MS } from '@undertow/market';
import { z } from 'zod';
import { createHandler, type JobHandler, JobPostponed, JobRefused, type JobRun } from '#jobs/job-handler.ts';
import type { BacktestStore, FactsOf, StoredBacktest } from '#ports/backtests/backtests.ts';
import type { JobKind } from '#ports/jobs/job-kind.ts';
import type { JobClaim, JobQueue } from '#ports/jobs/job-queue.ts';
import { type ProcessSessionParts, requestSessions } from './process-session.ts';
import { recordedSessions } from './recorded-sessions.ts';

const payload = z.object({ backtestId: z.string() });

export const RUN_BACKTEST: JobKind<z.infer<typeof payload>> = {
  ...{ name: 'run-backtest', title: 'Backtest', payload },
  // Short, and somebody looks at it: before sessions that are read for hours
  ...{ priority: 10, atOnce: 1, maxAttempts: 3, deadlineMs: 2 * DAY_MS },
  ...{ firstRetryMs: 10_000, maxRetryMs: MINUTE_MS },
};

/** Between two looks at the sessions that are being read. */
const LOOK_MS = 5_000;

export interface RunBacktestParts extends ProcessSessionParts {
  readonly backtests: BacktestStore;
  readonly jobQueue: Pick<JobQueue, 'enqueue' | 'statesOf'>;
  /** Version of the detectors. */
  readonly detectors: string;
}

/** Recorded days of the backtest, and those of them that the detectors have read. */
async function sessionsOf(
  { recordings, sessionFacts, clock }: RunBacktestParts,
  of: FactsOf,
  backtest: StoredBacktest,
) {
  const instrument = instrumentBySymbol(of.product);
  if (instrument === undefined)
    throw new JobRefused(`expected a product of the catalogue, got ${of.product}`);
  const recorded = await recordedSessions(recordings, instrument, clock.nowMs());
  const stored = await sessionFacts.list(of);
  const isWanted = ({ tradingDay }: { readonly tradingDay: string }): boolean =>
    tradingDay >= backtest.fromDay && tradingDay <= backtest.toDay;
  const ready = stored.filter(isWanted).map(({ tradingDay }) => tradingDay);
  const days = recorded.source === of.source ? recorded.days.filter(isWanted) : [];
  return {
    ready,
    missing: days.filter(({ tradingDay }) => !ready.includes(tradingDay)),
    /** One of them takes so long; null where none was read yet. */
    sessionMs:
      stored.length === 0 ? null : stored.reduce((sum, { tookMs }) => sum + tookMs, 0) / stored.length,
  };
}

/** Requests what is missing, and postpones the job until it is read. Returns how many sessions cannot be. */
async function requireSessions(
  { jobQueue, backtests }: RunBacktestParts,
  of: FactsOf,
  backtest: StoredBacktest,
  { ready, missing, sessionMs }: Awaited<ReturnType<typeof sessionsOf>>,
  claim: JobClaim,
): Promise<number> {
  const sessions = missing.map(({ tradingDay }) => ({ ...of, tradingDay }));
  const left = await requestSessions(jobQueue, sessions, backtest.userId);
  if (left > 0 || backtest.preparing !== null)
    await backtests.notePreparing(claim, backtest, left, sessionMs === null ? null : left * sessionMs);
  if (left > 0) throw new JobPostponed(LOOK_MS);
  if (ready.length === 0) throw new JobRefused('expected a recorded session that could be read');
  return missing.length;
}

async function test(
  parts: RunBacktestParts,
  of: FactsOf,
  backtest: StoredBacktest,
  { ready, leftOut }: { readonly ready: readonly string[]; readonly leftOut: number },
  { claim, signal, report }: JobRun,
): Promise<void> {
  const { backtests, backtestThreads, sessionFacts, clock } = parts;
  const passes = [
    { sets: 0, note: 'First answer', from: 0, share: 0.2 },
    { sets: RANDOM_SETS, note: 'Random entries', from: 0.2, share: 0.8 },
  ];
  for (const { sets, note, from, share } of passes) {
    const sessions = async function* (): AsyncGenerator<Uint8Array> {
      for (const [at, tradingDay] of ready.entries()) {
        report(from + (share * at) / ready.length, note);
        const facts = await sessionFacts.read(of, tradingDay);
        if (facts !== undefined) yield facts;
      }
    };
    const tried = await backtests.triedBefore(backtest);
    const result = await backtestThreads.test({ ...backtest, tried, sets }, sessions(), signal);
    const isWhole = sets > 0;
    await backtests.saveResult(claim, backtest, result, { isWhole, leftOut, nowMs: clock.nowMs() });
  }
}

export function createBacktestHandler(parts: RunBacktestParts): JobHandler {
  return createHandler(RUN_BACKTEST, async ({ backtestId }, run) => {
    const { userId } = run;
    const backtest = userId === null ? undefined : await parts.backtests.find(userId, backtestId);
    if (userId === null || backtest === undefined) throw new JobRefused('expected a backtest of a user');
    const { source, product } = backtest;
    const of = { source, product, detectors: parts.detectors };
    const sessions = await sessionsOf(parts, of, backtest);
    const leftOut = await requireSessions(parts, of, backtest, sessions, run.claim);
    await test(parts, of, backtest, { ready: sessions.ready, leftOut }, run);
  });
}
