/** Requests recorded sessions that the detectors of this version have not read, one after the other, so that nobody waits for a first reading. */
import { INSTRUMENTS, MINUTE_MS } from '@undertow/market';
import { RepeatingTask } from '#concurrency/repeating-task.ts';
import type { FactsStore } from '#ports/backtests/backtests.ts';
import type { Clock } from '#ports/clock.ts';
import type { JobQueue } from '#ports/jobs/job-queue.ts';
import type { Log } from '#ports/log.ts';
import type { Recordings } from '#ports/recordings.ts';
import { type ProcessSession, requestSessions } from './process-session.ts';
import { recordedSessions } from './recorded-sessions.ts';

const EVERY_MS = 5 * MINUTE_MS;

export interface NewSessionsParts {
  readonly recordings: Pick<Recordings, 'list'>;
  readonly sessionFacts: Pick<FactsStore, 'list'>;
  readonly jobQueue: Pick<JobQueue, 'enqueue' | 'statesOf'>;
  /** Version of the detectors. */
  readonly detectors: string;
  readonly clock: Clock;
}

/** Sessions that are over and were not read, the newest first. */
async function unread({ recordings, sessionFacts, detectors, clock }: NewSessionsParts) {
  const recorded = new Set((await recordings.list({ owner: null })).map(({ product }) => product));
  const sessions: ProcessSession[] = [];
  for (const instrument of INSTRUMENTS.filter(({ symbol }) => recorded.has(symbol))) {
    const { source, days } = await recordedSessions(recordings, instrument, clock.nowMs());
    if (source === null) continue;
    const of = { source, product: instrument.symbol, detectors };
    const read = new Set((await sessionFacts.list(of)).map(({ tradingDay }) => tradingDay));
    sessions.push(
      ...days
        .filter(({ tradingDay }) => !read.has(tradingDay))
        .map(({ tradingDay }) => ({ ...of, tradingDay })),
    );
  }
  return sessions.toSorted((a, b) => b.tradingDay.localeCompare(a.tradingDay));
}

/**
 * Requests the newest session that was not read, for nobody, unless one of them is waiting or being read: what users request is
 * never behind more than one of these. Those that cannot be read are left alone.
 */
export async function requestNewSession(parts: NewSessionsParts): Promise<void> {
  for (const session of await unread(parts))
    if ((await requestSessions(parts.jobQueue, [session], null)) > 0) return;
}

/** From now on; returns what ends it. */
export function startReadingNewSessions(
  parts: NewSessionsParts & { readonly log: Pick<Log, 'error'> },
): () => Promise<void> {
  const task = new RepeatingTask(
    EVERY_MS,
    () => requestNewSession(parts),
    (error) => parts.log.error({ err: error }, 'recorded sessions not requested'),
  );
  return () => task.stop();
}
