/** The job that tests a rule: sessions that were never read are requested first, then a first answer, then the whole one. */
import { RANDOM_SETS, readRule } from '@undertow/backtest';
import { DAY_MS, instrumentBySymbol, MINUTE_MS } from '@undertow/market';
import { z } from 'zod';
import { createHandler, type JobHandler, JobPostponed, JobRefused, type JobRun } from '#jobs/job-handler.ts';
import type {
  BacktestStore,
  BacktestThreads,
  StoredBacktest,
  TestedSession,
} from '#ports/backtests/backtests.ts';
import type { JobKind } from '#ports/jobs/job-kind.ts';
import type { JobClaim } from '#ports/jobs/job-queue.ts';
import { type TestedSessions, type TestedSessionsParts, testedSessions } from './tested-sessions.ts';

const payload = z.object({ backtestId: z.string() });

export const RUN_BACKTEST: JobKind<z.infer<typeof payload>> = {
  ...{ name: 'run-backtest', title: 'Backtest', payload },
  // Short, and somebody looks at it: before sessions that are read for hours
  ...{ priority: 10, atOnce: 1, maxAttempts: 3, deadlineMs: 2 * DAY_MS },
  ...{ firstRetryMs: 10_000, maxRetryMs: MINUTE_MS },
};

/** Between two looks at the sessions that are being read. */
const LOOK_MS = 5_000;

export interface RunBacktestParts extends TestedSessionsParts {
  readonly backtests: BacktestStore;
  readonly backtestThreads: Pick<BacktestThreads, 'test'>;
}

/** Postpones the job until the sessions that it requested are read. */
async function requireSessions(
  { backtests }: RunBacktestParts,
  backtest: StoredBacktest,
  { ready, left, remainingMs }: TestedSessions,
  claim: JobClaim,
): Promise<void> {
  if (left > 0 || backtest.preparing !== null)
    await backtests.notePreparing(claim, backtest, left, remainingMs);
  if (left > 0) throw new JobPostponed(LOOK_MS);
  if (ready.length === 0) throw new JobRefused('expected a session that could be read');
}

function isQueueTrue({ ruleText }: StoredBacktest): boolean {
  const { rule } = readRule(ruleText, (product) => instrumentBySymbol(product) ?? null);
  return rule?.fills.model === 'queue';
}

async function test(
  { backtests, backtestThreads, clock }: RunBacktestParts,
  backtest: StoredBacktest,
  { ready, leftOut, read }: TestedSessions,
  { claim, signal, report }: JobRun,
): Promise<void> {
  const wholeNote = isQueueTrue(backtest) ? 'Recorded queues and random entries' : 'Random entries';
  const passes = [
    { sets: 0, note: 'First answer', from: 0, share: 0.2 },
    { sets: RANDOM_SETS, note: wholeNote, from: 0.2, share: 0.8 },
  ];
  for (const { sets, note, from, share } of passes) {
    const sessions = async function* (): AsyncGenerator<TestedSession> {
      for (const [at, tradingDay] of ready.entries()) {
        report(from + (share * at) / ready.length, note);
        const session = await read(tradingDay);
        if (session !== undefined) yield session;
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
    if (backtest === undefined) throw new JobRefused('expected a backtest of a user');
    const sessions = await testedSessions(parts, backtest);
    await requireSessions(parts, backtest, sessions, run.claim);
    await test(parts, backtest, sessions, run);
  });
}
