/** Backtests of the signed-in user: rules tested on recorded sessions, under a plan that includes them and the licence of the venue. */
import { Readable } from 'node:stream';
import { type BacktestRule, readRule } from '@undertow/backtest';
import {
  cancelBacktest,
  createBacktest,
  exportBacktestTrades,
  getBacktest,
  getBacktestResult,
  instantOfMs,
  type LicenceChannel,
  listBacktestSessions,
  listBacktests,
  listBacktestTrades,
  removeBacktest,
  type TestedData,
} from '@undertow/contracts';
import { type Instrument, instrumentBySymbol, MINUTE_MS } from '@undertow/market';
import { AppError, LicenceWithheld } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import type { PreferenceStore } from '#ports/accounts.ts';
import type { BacktestStore, FactsStore, StoredBacktest } from '#ports/backtests/backtests.ts';
import type { UploadStore } from '#ports/backtests/uploads.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlement, Entitlements } from '#ports/entitlements.ts';
import type { JobQueue } from '#ports/jobs/job-queue.ts';
import type { Recordings } from '#ports/recordings.ts';
import { backtestDto, resultDto, tradeDto } from './backtest-dto.ts';
import { recordedSessions } from './recorded-sessions.ts';
import { RUN_BACKTEST } from './run-backtest.ts';
import { UPLOADS_SOURCE } from './tested-sessions.ts';
import { tradeCsv } from './trade-csv.ts';

const CREATED_PER_MINUTE = 20;
/** Any fixed number: equal rules on equal sessions have equal results. */
const SEED = 1;
const ALL_TRADES = 1_000_000;

export interface BacktestRouteParts {
  readonly backtests: BacktestStore;
  readonly sessionFacts: FactsStore;
  readonly recordings: Pick<Recordings, 'list'>;
  readonly uploads: Pick<UploadStore, 'list' | 'facts'>;
  readonly jobQueue: Pick<JobQueue, 'cancel' | 'find'>;
  readonly preferences: Pick<PreferenceStore, 'get'>;
  readonly entitlements: Entitlements;
  /** Version of the detectors. */
  readonly detectors: string;
  readonly clock: Clock;
}

/** A known product whose recorded and derived data may be shown, under a plan with backtesting. */
function requireAccess(
  entitlement: Entitlement,
  product: string,
  channel: LicenceChannel = entitlement.channel,
): Instrument {
  if (entitlement.rules.backtesting.backtests === 0) throw new AppError('BACKTESTS_NOT_IN_PLAN');
  const instrument = instrumentBySymbol(product);
  if (instrument === undefined) throw new AppError('INSTRUMENT_UNKNOWN');
  const access = entitlement.access(instrument.id);
  // Trades are derived from what is recorded, which a file of them does not contain
  const withheld = access.withheld('recordings', 'screen') ?? access.withheld('events', channel);
  if (withheld !== null) throw new LicenceWithheld(withheld);
  return instrument;
}

function isShown({ rules, access }: Entitlement, product: string): boolean {
  const { withheld } = access(instrumentBySymbol(product)?.id ?? 0);
  return (
    rules.backtesting.backtests > 0 &&
    withheld('recordings', 'screen') === null &&
    withheld('events') === null
  );
}

function readText(text: string): BacktestRule {
  const { rule, faults } = readRule(text, (product) => instrumentBySymbol(product) ?? null);
  if (rule === null) {
    const issues = faults.map(({ kind, path, line, message }) => ({
      path: `body.text${line === null ? '' : `:${line}`} ${path}`.trimEnd(),
      message: `${kind.replaceAll('_', ' ')}: ${message}`,
    }));
    throw new AppError('BACKTEST_RULE_REFUSED', issues);
  }
  return rule;
}

interface WantedDays {
  readonly data: TestedData;
  readonly from?: string | undefined;
  readonly to?: string | undefined;
}

/** What a rule can be tested on, oldest first. */
async function sessionsFor(
  { recordings, sessionFacts, uploads, detectors, clock }: BacktestRouteParts,
  { userId }: { readonly userId: string },
  instrument: Instrument,
  data: TestedData,
) {
  const product = instrument.symbol;
  if (data === 'uploads') {
    const stored = await uploads.list(userId, detectors);
    const ready = new Map(
      (await uploads.facts({ userId, product, detectors })).map((one) => [one.tradingDay, one]),
    );
    const sessions = stored
      .flatMap((upload) => upload.sessions)
      .filter((session) => session.product === product);
    const byDay = new Map(sessions.map((session) => [session.tradingDay, session]));
    const days = [...byDay.values()].map(({ tradingDay, contract }) => ({
      ...{ tradingDay, contract: ready.get(tradingDay)?.contract ?? contract },
      ...{ isReady: ready.has(tradingDay), gaps: ready.get(tradingDay)?.gaps ?? 0 },
    }));
    return {
      source: UPLOADS_SOURCE,
      days: days.toSorted((a, b) => a.tradingDay.localeCompare(b.tradingDay)),
    };
  }
  const { source, days } = await recordedSessions(recordings, instrument, clock.nowMs());
  const stored = source === null ? [] : await sessionFacts.list({ source, product, detectors });
  const ready = new Map(stored.map((one) => [one.tradingDay, one]));
  return {
    source,
    days: days.map(({ tradingDay, contract, runs }) => ({
      ...{ tradingDay, contract, isReady: ready.has(tradingDay) },
      gaps: ready.get(tradingDay)?.gaps ?? runs.reduce((sum, { gaps }) => sum + gaps, 0),
    })),
  };
}

/** The newest days within the requested ones, as many as the plan allows. */
async function daysFor(
  parts: BacktestRouteParts,
  user: { readonly userId: string },
  instrument: Instrument,
  { data, from = '', to = '9999', most }: WantedDays & { readonly most: number },
) {
  const { source, days } = await sessionsFor(parts, user, instrument, data);
  const wanted = days.filter(({ tradingDay }) => tradingDay >= from && tradingDay <= to).slice(-most);
  const [first, last] = [wanted[0], wanted.at(-1)];
  if (source === null || first === undefined || last === undefined)
    throw new AppError('BACKTEST_NO_SESSIONS');
  return { source, fromDay: first.tradingDay, toDay: last.tradingDay };
}

/** Whose they are, and over which channel they leave. */
interface Viewer {
  readonly userId: string;
  readonly channel?: LicenceChannel;
}

class OwnBacktests {
  readonly #parts: BacktestRouteParts;

  constructor(parts: BacktestRouteParts) {
    this.#parts = parts;
  }

  async find(userId: string, id: string): Promise<StoredBacktest> {
    const stored = await this.#parts.backtests.find(userId, id);
    if (stored === undefined) throw new AppError('NOT_FOUND');
    return stored;
  }

  /** One whose result the user may see now. */
  async visible({ userId, channel }: Viewer, id: string, over?: LicenceChannel) {
    const stored = await this.find(userId, id);
    const entitlement = await this.#parts.entitlements.of(userId, channel);
    const instrument = requireAccess(entitlement, stored.product, over);
    if (stored.result === null) throw new AppError('BACKTEST_NO_RESULT');
    return { stored, instrument, result: stored.result };
  }

  async dtoOf(viewer: Viewer, stored: StoredBacktest) {
    const [dto] = await this.dtosOf(viewer, [stored]);
    if (dto === undefined) throw new AppError('NOT_FOUND');
    return dto;
  }

  /** Without figures where they may not be shown. */
  async dtosOf({ userId, channel }: Viewer, stored: readonly StoredBacktest[]) {
    const entitlement = await this.#parts.entitlements.of(userId, channel);
    const jobs = await this.#parts.jobQueue.find(
      userId,
      stored.map(({ jobId }) => jobId),
    );
    const byId = new Map(jobs.map((job) => [job.id, job]));
    return stored.map((one) => {
      const shown = isShown(entitlement, one.product) ? one : { ...one, result: null };
      return backtestDto(shown, byId.get(one.jobId));
    });
  }
}

function bindReads(binder: RouteBinder, parts: BacktestRouteParts, own: OwnBacktests): void {
  const { backtests, entitlements, detectors } = parts;

  binder.bindUser(listBacktests, async ({ user }) => {
    const { userId, channel } = user;
    const entitlement = await entitlements.of(userId, channel);
    const { backtests: most, sessions } = entitlement.rules.backtesting;
    // Without the plan what was made under it is kept, and not shown
    if (most === 0) return { backtests: [], most, mostSessions: sessions, tried: [] };
    const tried = await backtests.triedOn(userId);
    return {
      backtests: await own.dtosOf(user, await backtests.list(userId)),
      ...{ most, mostSessions: sessions },
      tried: tried.map(({ sinceMs, ...row }) => ({ ...row, since: instantOfMs(sinceMs) })),
    };
  });

  binder.bindUser(listBacktestSessions, async ({ user, query: { product, data } }) => {
    const instrument = requireAccess(await entitlements.of(user.userId, user.channel), product);
    const { source, days: sessions } = await sessionsFor(parts, user, instrument, data);
    return { detectors, source, sessions };
  });

  binder.bindUser(getBacktest, async ({ user, params }) => {
    const stored = await own.find(user.userId, params.id);
    requireAccess(await entitlements.of(user.userId, user.channel), stored.product);
    return { ...(await own.dtoOf(user, stored)), text: stored.ruleText };
  });

  binder.bindUser(getBacktestResult, async ({ user, params }) =>
    resultDto((await own.visible(user, params.id)).result),
  );

  binder.bindUser(listBacktestTrades, async ({ user, params, query: { page, limit } }) => {
    const { instrument, result } = await own.visible(user, params.id);
    const trades = await backtests.trades(user.userId, params.id, page * limit, limit);
    return { trades: trades.map((trade) => tradeDto(instrument, trade)), total: result.counts.trades };
  });

  binder.bindUser(exportBacktestTrades, async ({ user, params, reply }) => {
    const { stored, instrument } = await own.visible(user, params.id, 'export');
    const trades = await backtests.trades(user.userId, params.id, 0, ALL_TRADES);
    const rows = trades.toReversed().map((trade) => tradeDto(instrument, trade));
    return reply
      .type('text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="undertow-backtest-${params.id}.csv"`)
      .send(Readable.from(tradeCsv(stored, rows)));
  });
}

export function bindBacktestRoutes(binder: RouteBinder, parts: BacktestRouteParts): void {
  const { backtests, jobQueue, preferences, entitlements, clock } = parts;
  const own = new OwnBacktests(parts);
  const mayCreate = createUserLimit(CREATED_PER_MINUTE, MINUTE_MS, clock);
  bindReads(binder, parts, own);

  binder.bindUser(createBacktest, async ({ user, body: { text, data, from, to, zone } }) => {
    const { userId, channel } = user;
    const entitlement = await entitlements.of(userId, channel);
    const { backtests: most, sessions } = entitlement.rules.backtesting;
    if (most === 0) throw new AppError('BACKTESTS_NOT_IN_PLAN');
    mayCreate(userId);
    const { name, product } = readText(text);
    const instrument = requireAccess(entitlement, product);
    requireZone(zone);
    const days = await daysFor(parts, user, instrument, { data, from, to, most: sessions });
    const { eventsPerDay: perDay } = await preferences.get(userId);
    const order = { ...days, name, product, ruleText: text, zone, perDay, seed: SEED };
    const stored = await backtests.create(userId, order, RUN_BACKTEST, { most, nowMs: clock.nowMs() });
    if (stored === undefined) throw new AppError('BACKTEST_LIMIT');
    return own.dtoOf(user, stored);
  });

  binder.bindUser(cancelBacktest, async ({ user, params }) => {
    const stored = await own.find(user.userId, params.id);
    await jobQueue.cancel(user.userId, stored.jobId);
    return own.dtoOf(user, stored);
  });

  binder.bindUser(removeBacktest, async ({ user: { userId }, params }) => {
    if (!(await backtests.remove(userId, params.id))) throw new AppError('NOT_FOUND');
    return OK;
  });
}

function requireZone(zone: string): void {
  try {
    new Intl.DateTimeFormat('en-GB', { timeZone: zone });
  } catch {
    throw new AppError('BAD_REQUEST', [
      { path: 'body.zone', message: 'expected a zone such as Europe/London' },
    ]);
  }
}
