/** What a backtest is tested on: recorded sessions of the platform's feed, or those of its owner's uploads. */
import { type Instrument, instrumentBySymbol } from '@undertow/market';
import { JobRefused } from '#jobs/job-handler.ts';
import type { FactsStore, StoredBacktest, StoredFacts, TestedSession } from '#ports/backtests/backtests.ts';
import type { UploadFiles, UploadStore } from '#ports/backtests/uploads.ts';
import type { Clock } from '#ports/clock.ts';
import type { JobQueue } from '#ports/jobs/job-queue.ts';
import type { Recordings } from '#ports/recordings.ts';
import { requestSessions } from './process-session.ts';
import { READ_UPLOAD } from './read-upload.ts';
import { recordedSessions } from './recorded-sessions.ts';

/** The source of backtests on uploads: no feed records under this name, because a file that is replayed is its own recording. */
export const UPLOADS_SOURCE = 'replay';

export interface TestedSessions {
  /** Trading days whose facts are there, oldest first. */
  readonly ready: readonly string[];
  /** Sessions that are being read: the backtest waits for them. */
  readonly left: number;
  /** Until they are read; null where none was measured yet. */
  readonly remainingMs: number | null;
  /** Sessions that cannot be read. */
  readonly leftOut: number;
  read(tradingDay: string): Promise<TestedSession | undefined>;
}

export interface TestedSessionsParts {
  readonly recordings: Pick<Recordings, 'list'>;
  readonly sessionFacts: FactsStore;
  readonly uploads: UploadStore;
  readonly uploadFiles: Pick<UploadFiles, 'pathOf'>;
  readonly jobQueue: Pick<JobQueue, 'enqueue' | 'statesOf' | 'find'>;
  /** Version of the detectors. */
  readonly detectors: string;
  readonly clock: Clock;
}

interface Dated {
  readonly tradingDay: string;
}

const withinDays =
  ({ fromDay, toDay }: StoredBacktest) =>
  ({ tradingDay }: Dated): boolean =>
    tradingDay >= fromDay && tradingDay <= toDay;

function meanMs(stored: readonly StoredFacts[]): number | null {
  return stored.length === 0 ? null : stored.reduce((sum, { tookMs }) => sum + tookMs, 0) / stored.length;
}

const timesOrNull = (count: number, ms: number | null): number | null => (ms === null ? null : count * ms);

async function recorded(
  { recordings, sessionFacts, jobQueue, detectors, clock }: TestedSessionsParts,
  backtest: StoredBacktest,
  instrument: Instrument,
): Promise<TestedSessions> {
  const { source, product, userId } = backtest;
  const of = { source, product, detectors };
  const found = await recordedSessions(recordings, instrument, clock.nowMs());
  const stored = await sessionFacts.list(of);
  const isWanted = withinDays(backtest);
  const ready = stored.filter(isWanted).map(({ tradingDay }) => tradingDay);
  const days = found.source === source ? found.days.filter(isWanted) : [];
  const missing = days.filter(({ tradingDay }) => !ready.includes(tradingDay));
  const left = await requestSessions(
    jobQueue,
    missing.map(({ tradingDay }) => ({ ...of, tradingDay })),
    userId,
  );
  return {
    ...{ ready, left, leftOut: missing.length - left },
    remainingMs: timesOrNull(left, meanMs(stored)),
    async read(tradingDay) {
      const facts = await sessionFacts.read(of, tradingDay);
      const paths = days.find((day) => day.tradingDay === tradingDay)?.runs.map(({ path }) => path);
      const rows = paths === undefined ? null : ({ kind: 'recordings', paths } as const);
      return facts && { facts, isLastOfContract: null, rows };
    },
  };
}

/** Files that earlier detectors read are read again; those that were never read are waited for by nobody. */
async function uploaded(
  { uploads, uploadFiles, jobQueue, detectors }: TestedSessionsParts,
  backtest: StoredBacktest,
): Promise<TestedSessions> {
  const { product, userId } = backtest;
  const of = { userId, product, detectors };
  const isWanted = withinDays(backtest);
  const outdated = (await uploads.list(userId, detectors)).filter(({ sessions }) =>
    sessions.some((session) => session.product === product && isWanted(session) && !session.isReady),
  );
  for (const upload of outdated) await uploads.request(upload, { kind: READ_UPLOAD, detectors });
  const present = await uploads.list(userId, detectors);
  const jobIds = present.flatMap(({ id, jobId }) =>
    outdated.some((one) => one.id === id) && jobId !== null ? [jobId] : [],
  );
  const open = (await jobQueue.find(userId, jobIds)).filter(
    ({ state }) => state === 'waiting' || state === 'running',
  );
  const stored = (await uploads.facts(of)).filter(isWanted);
  const isLast = (at: number): boolean =>
    (stored[at + 1]?.contract ?? stored[at]?.contract) !== stored[at]?.contract;
  return {
    ready: stored.map(({ tradingDay }) => tradingDay),
    left: open.length,
    remainingMs: timesOrNull(open.length, meanMs(stored)),
    leftOut: outdated.length - open.length,
    async read(tradingDay) {
      const facts = await uploads.readFacts(of, tradingDay);
      const at = stored.findIndex((one) => one.tradingDay === tradingDay);
      const id = stored[at]?.uploadId;
      const rows = id === undefined ? null : ({ kind: 'file', path: uploadFiles.pathOf(id) } as const);
      return facts && { facts, isLastOfContract: isLast(at), rows };
    },
  };
}

/** Requests what the detectors have to read first. */
export function testedSessions(
  parts: TestedSessionsParts,
  backtest: StoredBacktest,
): Promise<TestedSessions> {
  const instrument = instrumentBySymbol(backtest.product);
  if (instrument === undefined)
    throw new JobRefused(`expected a product of the catalogue, got ${backtest.product}`);
  return backtest.source === UPLOADS_SOURCE
    ? uploaded(parts, backtest)
    : recorded(parts, backtest, instrument);
}
