/** How often a rule would have fired on the recorded past that its owner may see, and what price did after. */
import { setImmediate as othersFirst } from 'node:timers/promises';
import {
  type AlertDryRun,
  dryRunAlert,
  type EventsPerDay,
  instantOfMs,
  type LicenceChannel,
} from '@undertow/contracts';
import {
  type Bar,
  type ExchangeCalendar,
  formatTicks,
  HOUR_MS,
  type Instrument,
  MINUTE_MS,
  productCalendar,
} from '@undertow/market';
import { textOf } from '#alerting/alert-text.ts';
import { ruleWarnings } from '#alerting/check-rule.ts';
import { DryRun, FOLLOW_MINUTES, type PastFiring } from '#alerting/dry-run.ts';
import { AppError, LicenceWithheld } from '#failures/app-error.ts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import { windowsOf } from '#news/release-windows.ts';
import type { PreferenceStore } from '#ports/accounts.ts';
import type { AlertRule } from '#ports/alerts.ts';
import type { Entitlement } from '#ports/entitlements.ts';
import type { LiveView } from '#ports/live-views.ts';
import type { MarketStore } from '#ports/market-store.ts';
import type { NewsStore } from '#ports/news/news-store.ts';
import { NewestRun } from './newest-run.ts';
import { type PastMarket, pastOf } from './past-market.ts';
import { quantile } from './quantile.ts';
import { calendarOf, contentOfInput, RuleAccess, type RuleAccessParts, ruleSourceOf } from './rule-access.ts';

const RUNS_A_MINUTE = 20;
/** Trading days before the requested ones, for the normal volume and for the window of a move. */
const NORMAL_DAYS = 20;
const NEWEST = 100;
const MAX_EVENTS_A_DAY = 5000;
/** Instruments of one dry run: more take seconds. */
const MAX_INSTRUMENTS = 8;

export interface DryRunParts extends RuleAccessParts {
  readonly marketStore: MarketStore;
  readonly preferences: Pick<PreferenceStore, 'get'>;
  readonly news: Pick<NewsStore, 'releases'>;
}

interface Past {
  readonly store: PastMarket;
  readonly rule: AlertRule;
  readonly instrument: Instrument;
  readonly view: LiveView;
  /** How much later than the view the licence lets recorded data be seen. */
  readonly laterMs: number;
  readonly calendar: ExchangeCalendar;
  readonly types: Entitlement['rules']['eventTypes'];
  readonly days: number;
  readonly chosen: EventsPerDay;
  readonly news: DryRunParts['news'];
  readonly signal: AbortSignal;
}

/** The trading day of the instant and those before it, newest first. */
function daysBefore(calendar: ExchangeCalendar, untilMs: number, count: number): readonly string[] {
  const days = [calendar.tradingDayOf(untilMs)];
  while (days.length < count)
    days.push(calendar.tradingDayOf(calendar.sessionBounds(days.at(-1) as string).openMs - 1));
  return days;
}

function warmUpDays({ condition }: AlertRule): number {
  return condition.kind === 'volume' ? NORMAL_DAYS : 1;
}

interface InstrumentRun {
  readonly run: DryRun;
  readonly instrument: Instrument;
  readonly recorded: ReadonlySet<string>;
  readonly firstMs: number | null;
  /** Open of the first trading day that was looked at. */
  readonly fromMs: number;
  readonly toMs: number;
}

/** As the calendar has them now: a release that was moved since counts where it took place. */
async function windowsIn({ news, rule, instrument, calendar }: Past, days: readonly string[], toMs: number) {
  const [first] = days;
  if (first === undefined || (rule.newsWindow ?? 'any') === 'any') return [];
  const { openMs } = calendar.sessionBounds(first);
  return windowsOf(await news.releases(openMs - HOUR_MS, toMs + HOUR_MS), instrument.id);
}

/** A day at a time, and everything else gets its turn between: a day takes a few milliseconds. */
async function runOne(past: Past): Promise<InstrumentRun> {
  const { store, rule, instrument, view, calendar, types, days, signal } = past;
  const toMs = view.asOfMs - past.laterMs;
  const { source } = view.status();
  const names = daysBefore(calendar, toMs, days + warmUpDays(rule)).toReversed();
  const run = new DryRun(rule, instrument, calendar, past.chosen, await windowsIn(past, names, toMs));
  const recorded = new Set<string>();
  let firstMs: number | null = null;
  const { condition } = rule;
  const wanted =
    condition.kind === 'event' ? condition.eventTypes.filter((type) => types.includes(type)) : [];
  for (const [at, name] of names.entries()) {
    if (signal.aborted) throw new AppError('ALERT_DRY_RUN_REPLACED');
    const { openMs, closeMs } = calendar.sessionBounds(name);
    const isHistory = at < names.length - days;
    const endMs = Math.min(closeMs, toMs);
    // A minute that is not over yet may contain what the viewer may not see
    const bars: readonly Bar[] = await store.listBars(instrument.id, source, openMs, endMs - MINUTE_MS + 1);
    const events =
      isHistory || wanted.length === 0
        ? []
        : await store.listEvents([instrument.id], source, wanted, openMs, endMs, MAX_EVENTS_A_DAY);
    if (bars.length > 0 && !isHistory) {
      recorded.add(name);
      firstMs ??= bars[0]?.startMs ?? null;
    }
    run.takeDay({ bars, events, isHistory });
    await othersFirst();
  }
  const fromMs = calendar.sessionBounds(names.at(-days) as string).openMs;
  return { run, instrument, recorded, firstMs, fromMs, toMs };
}

interface Found {
  readonly of: InstrumentRun;
  readonly past: PastFiring;
}

function followOf(found: readonly Found[]): AlertDryRun['follow'] {
  return FOLLOW_MINUTES.map((minutes) => {
    const ticks = found
      .map(({ of, past }) => of.run.after(past, minutes))
      .filter((value) => value !== null)
      .toSorted((one, other) => one - other);
    return {
      minutes,
      count: ticks.length,
      median: quantile(ticks, 0.5),
      low: quantile(ticks, 0.25),
      high: quantile(ticks, 0.75),
    };
  });
}

function shownFiring({ of, past }: Found): AlertDryRun['firings'][number] {
  const { firing, priceTicks } = past;
  return {
    at: instantOfMs(firing.atMs),
    instrumentId: of.instrument.id,
    symbol: of.instrument.symbol,
    price: formatTicks(of.instrument, priceTicks),
    title: textOf(firing).title,
    eventId: firing.fact.kind === 'event' ? firing.fact.event.id : null,
    after: FOLLOW_MINUTES.map((minutes) => ({ minutes, ticks: of.run.after(past, minutes) })),
  };
}

function limitsOf(
  { condition }: AlertRule,
  runs: readonly InstrumentRun[],
  wantedDays: number,
  left: number,
): string[] {
  const limits = [
    condition.kind === 'event'
      ? 'Events are judged by their last state: their confidence and size at their first instant are not kept.'
      : 'The past is kept as bars of one minute: which of its prices came first within a minute is not known, and price after is that of its close.',
  ];
  if (condition.kind === 'price_line')
    limits.push('The line is taken as it is now, at the end of each minute, and of its own contract only.');
  if (condition.kind === 'volume')
    limits.push('Where fewer than 5 earlier days are recorded, normal is the median of the last 2 hours.');
  if (condition.kind === 'event' && condition.near?.level != null)
    limits.push('Levels of the session are worked out from bars of one minute.');
  for (const { recorded, instrument, firstMs } of runs) {
    if (recorded.size >= wantedDays) continue;
    const since = firstMs === null ? '' : `, since ${instantOfMs(firstMs)}`;
    limits.push(
      `${instrument.symbol}: ${recorded.size} of ${wantedDays} trading days ${recorded.size === 1 ? 'is' : 'are'} recorded${since}.`,
    );
  }
  if (left > 0) limits.push(`Only the first ${MAX_INSTRUMENTS} instruments were looked at.`);
  return limits;
}

/**
 * Those of which the licences allow what a dry run computes with, recorded prices and events, and why not the others.
 * Refuses where nothing is left.
 */
function licensedOf(instruments: readonly Instrument[], access: Entitlement['access']) {
  const because = (id: number): string | null => {
    const { withheld } = access(id);
    return withheld('recordings') ?? withheld('events');
  };
  const shown = instruments.filter(({ id }) => because(id) === null);
  const withheld = [...new Set(instruments.flatMap(({ id }) => because(id) ?? []))];
  const [first] = withheld;
  if (first !== undefined && shown.length === 0) throw new LicenceWithheld(first);
  return { shown, withheld };
}

interface DryRunRequest {
  readonly userId: string;
  readonly channel: LicenceChannel | undefined;
  readonly content: ReturnType<typeof contentOfInput>;
  readonly tradingDays: number;
  readonly signal: AbortSignal;
}

/** The rule as it would be stored. */
function dryRule(userId: string, content: DryRunRequest['content'], atMs: number): AlertRule {
  return { ...content, id: '', userId, origin: null, createdAtMs: atMs, updatedAtMs: atMs };
}

export function bindDryRunRoute(binder: RouteBinder, parts: DryRunParts): void {
  const { entitlements, marketStore, preferences, viewResolver, clock } = parts;
  const access = new RuleAccess(parts);
  const limit = createUserLimit(RUNS_A_MINUTE, MINUTE_MS, clock);
  const newest = new NewestRun();

  async function respond({ userId, channel, content: sent, tradingDays, signal }: DryRunRequest) {
    const entitlement = await entitlements.of(userId, channel);
    if (entitlement.rules.alertRulesLimit === 0) throw new AppError('ALERT_RULE_LIMIT');
    await access.requireOwn(userId, sent.instrumentIds);
    const content = await access.onStoredLine(userId, sent);
    access.requireSound(content, entitlement);
    const viewSource = ruleSourceOf(viewResolver, { userId }, entitlement);
    const { views, access: licensed, isAccountFeed } = viewSource;
    const venue = calendarOf(viewSource);
    const store = pastOf(marketStore, viewSource);
    const check = access.checkOf(content, entitlement);
    const atMs = clock.nowMs();
    const rule = dryRule(userId, content, atMs);
    const { eventTypes, delaySeconds: planDelaySeconds } = entitlement.rules;
    const { shown, withheld } = licensedOf(check.instruments, licensed);
    const { eventsPerDay: chosen } = await preferences.get(userId);
    const runs: InstrumentRun[] = [];
    for (const instrument of shown.slice(0, MAX_INSTRUMENTS)) {
      const { delaySeconds, recordedDelaySeconds } = licensed(instrument.id);
      const view = views.peek(instrument.id, delaySeconds) ?? views.view(instrument.id, delaySeconds);
      if (view === undefined) continue;
      runs.push(
        await runOne({
          ...{ store, rule, instrument, view, calendar: productCalendar(venue, instrument) },
          laterMs: (recordedDelaySeconds - delaySeconds) * 1000,
          types: eventTypes,
          days: tradingDays,
          ...{ chosen, signal, news: parts.news },
        }),
      );
    }
    const found = runs
      .flatMap((of) => of.run.fired.map((past): Found => ({ of, past })))
      .toSorted((one, other) => other.past.firing.atMs - one.past.firing.atMs);
    const toMs =
      Math.max(...runs.map((run) => run.toMs), 0) || atMs - (isAccountFeed ? 0 : planDelaySeconds * 1000);
    const firstDay = daysBefore(venue, toMs, tradingDays).at(-1) as string;
    const fromMs = Math.min(...runs.map((run) => run.fromMs));
    const left = shown.length - MAX_INSTRUMENTS;
    return {
      market: isAccountFeed ? ('own' as const) : ('platform' as const),
      source: views.present(0).source,
      from: instantOfMs(runs.length > 0 ? fromMs : venue.sessionBounds(firstDay).openMs),
      to: instantOfMs(toMs),
      tradingDays: new Set(runs.flatMap((run) => [...run.recorded])).size,
      fires: found.length,
      heldBack: runs.reduce((sum, { run }) => sum + run.heldBack, 0),
      overnight: found.filter(({ past }) => past.isOvernight).length,
      firings: found.slice(0, NEWEST).map(shownFiring),
      follow: followOf(found),
      limits: [...limitsOf(rule, runs, tradingDays, left), ...withheld],
      warnings: [...ruleWarnings(content, check)],
    };
  }

  binder.bindUser(dryRunAlert, async ({ user: { userId, channel }, body }) => {
    limit(userId);
    const { rule, tradingDays } = body;
    const content = contentOfInput(rule);
    // A user who edits a rule does not wait for the response to an earlier version
    return newest.start(userId, (signal) => respond({ userId, channel, content, tradingDays, signal }));
  });
}
