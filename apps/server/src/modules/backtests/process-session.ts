/** The job that reads one recorded session with the detectors: its facts are stored for every rule that is tested later. */
import { FACTS_VERSION } from '@undertow/backtest';
import {
  type ContractBar,
  calendarOf,
  DAY_MS,
  type ExchangeCalendar,
  HOUR_MS,
  type Instrument,
  instrumentBySymbol,
  MINUTE_MS,
  productCalendar,
} from '@undertow/market';
import { z } from 'zod';
import { createHandler, type JobHandler, JobRefused } from '#jobs/job-handler.ts';
import type { BacktestThreads, FactsStore } from '#ports/backtests/backtests.ts';
import type { Clock } from '#ports/clock.ts';
import type { JobKind } from '#ports/jobs/job-kind.ts';
import type { JobQueue } from '#ports/jobs/job-queue.ts';
import type { MarketStore } from '#ports/market-store.ts';
import type { Recordings } from '#ports/recordings.ts';
import { recordedSessions } from './recorded-sessions.ts';

const payload = z.object({
  source: z.string(),
  product: z.string(),
  tradingDay: z.string(),
  detectors: z.string(),
});
export type ProcessSession = z.infer<typeof payload>;

const PROCESS_SESSION: JobKind<ProcessSession> = {
  ...{ name: 'process-session', title: 'Detectors on a recorded session', payload },
  ...{ priority: 0, atOnce: 1, maxAttempts: 3, deadlineMs: null },
  ...{ firstRetryMs: MINUTE_MS, maxRetryMs: HOUR_MS },
};

/** The trading day before, over a long weekend. */
const PRIOR_MS = 5 * DAY_MS;

export interface ProcessSessionParts {
  readonly recordings: Pick<Recordings, 'list'>;
  readonly backtestThreads: BacktestThreads;
  readonly sessionFacts: FactsStore;
  readonly marketStore: Pick<MarketStore, 'listBars'>;
  readonly clock: Clock;
}

/** Another shape of the facts is another reading. */
const keyOf = ({ source, product, tradingDay, detectors }: ProcessSession): string =>
  `${source}/${product}/${tradingDay}/${detectors}/${FACTS_VERSION}`;

/** Requests sessions, each read once whoever requests it (null: nobody in particular); returns how many of them are not read yet. */
export async function requestSessions(
  jobQueue: Pick<JobQueue, 'enqueue' | 'statesOf'>,
  sessions: readonly ProcessSession[],
  userId: string | null,
): Promise<number> {
  const states = await jobQueue.statesOf(PROCESS_SESSION.name, sessions.map(keyOf));
  let open = 0;
  for (const session of sessions) {
    const key = keyOf(session);
    const state = states.get(key);
    if (state === 'done' || state === 'dead') continue;
    open += 1;
    if (state !== undefined) continue;
    const partition = `session/${session.product}/${session.tradingDay}`;
    await jobQueue.enqueue(PROCESS_SESSION, { key, payload: session, userId, partition });
  }
  return open;
}

/** Bars of the last trading day before the session: none of its own, so that nothing is known early. */
async function priorBarsOf(
  marketStore: ProcessSessionParts['marketStore'],
  { id }: Instrument,
  { source, tradingDay }: ProcessSession,
  calendar: ExchangeCalendar,
): Promise<readonly ContractBar[]> {
  const { openMs } = calendar.sessionBounds(tradingDay);
  const bars = await marketStore.listBars(id, source, openMs - PRIOR_MS, openMs);
  const last = bars.at(-1);
  if (last === undefined) return [];
  const fromMs = calendar.sessionBounds(calendar.tradingDayOf(last.startMs)).openMs;
  return bars.filter(({ startMs }) => startMs >= fromMs);
}

export function createSessionHandler(parts: ProcessSessionParts): JobHandler {
  const { recordings, backtestThreads, sessionFacts, marketStore, clock } = parts;
  return createHandler(PROCESS_SESSION, async (session, { claim, signal, report }) => {
    const { product, tradingDay, source, detectors } = session;
    const instrument = instrumentBySymbol(product);
    if (instrument === undefined) throw new JobRefused(`expected a product of the catalogue, got ${product}`);
    const recorded = await recordedSessions(recordings, instrument, clock.nowMs());
    const day = recorded.days.find((one) => one.tradingDay === tradingDay);
    if (recorded.source !== source || day === undefined)
      throw new JobRefused(`expected a recording of ${product} on ${tradingDay} by ${source}`);
    const calendar = productCalendar(calendarOf(source), instrument);
    const priorBars = await priorBarsOf(marketStore, instrument, session, calendar);
    const startMs = performance.now();
    const facts = await backtestThreads.readSession(
      {
        ...{ source, tradingDay, detectors, instrumentId: instrument.id },
        paths: day.runs.map(({ path }) => path),
        isLastOfContract: day.isLastOfContract,
        priorBars,
      },
      signal,
      (fraction) => report(fraction, `${product}, ${tradingDay}`),
    );
    if (facts === null) throw new JobRefused(`expected rows in the recording of ${product} on ${tradingDay}`);
    const tookMs = Math.round(performance.now() - startMs);
    await sessionFacts.save(claim, { source, product, detectors }, { ...facts, tookMs }, clock.nowMs());
  });
}
