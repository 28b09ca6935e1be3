/** From facts to the signals of a rule, in one pass over time: conditions, their combination, filters. */
import { chicagoClock, type ExchangeCalendar, MINUTE_MS, SECOND_MS, TRENDS } from '@undertow/market';
import { FINDING_EXACT, FINDING_TYPES, type SessionFacts } from '#facts/session-facts.ts';
import type { EntryRegime, TradeEvidence } from '#results/backtest-result.ts';
import { type RuleFilters, weekdayOfDay } from '#rule/backtest-rule.ts';
import type { CompiledCondition, CompiledRule } from '#rule/compile-rule.ts';
import type { ConditionWatch, Firing, OnFiring } from './condition-watch.ts';
import { FindingWatch } from './finding-watch.ts';
import { KnownFacts } from './known-facts.ts';
import { drawnPrice, LevelWatch } from './level-watch.ts';
import { TrendWatch, VolumeWatch } from './minute-watches.ts';
import { MoveWatch } from './move-watch.ts';
import type { SessionMemory } from './session-memory.ts';

const QUALITY_MS = 10 * MINUTE_MS;
const NEVER = Number.POSITIVE_INFINITY;
const NO_TIMES = new Float64Array(0);

export interface Signal {
  readonly atMs: number;
  /** 1 to buy, -1 to sell. */
  readonly side: 1 | -1;
  /** Current range of a minute, ticks; null while it is not known. */
  readonly rangeTicks: number | null;
  readonly regime: EntryRegime;
  readonly evidence: readonly TradeEvidence[];
}

export interface SessionSignals {
  readonly signals: readonly Signal[];
  /** When the first condition became true on either side, and on which. */
  readonly opposite: readonly Pick<Firing, 'atMs' | 'sign'>[];
}

function watchOf(
  condition: CompiledCondition,
  calendar: ExchangeCalendar,
  memory: SessionMemory,
): ConditionWatch {
  switch (condition.kind) {
    case 'finding':
      return new FindingWatch(condition);
    case 'level':
      return new LevelWatch(condition.test, () => condition.priceTicks, null);
    case 'line':
      return new LevelWatch(condition.test, drawnPrice(condition.line, calendar), condition.contract);
    case 'move':
      return new MoveWatch(condition);
    case 'trend':
      return new TrendWatch(condition);
    case 'volume':
      return new VolumeWatch(condition, memory);
  }
}

/** Minutes after midnight of `08:30`. */
function minuteOfText(text: string): number {
  const [hour, minute] = text.split(':').map(Number);
  return (hour ?? 0) * 60 + (minute ?? 0);
}

function isWithinHours(hours: RuleFilters['hours'], atMs: number): boolean {
  if (hours === null) return true;
  const from = minuteOfText(hours.from);
  const to = minuteOfText(hours.to);
  const now = chicagoClock(atMs).minute;
  return from < to ? now >= from && now < to : now >= from || now < to;
}

function passes(filters: RuleFilters, known: KnownFacts, regime: EntryRegime): boolean {
  const { session, hours, weekdays, trend, volatility, quality, news } = filters;
  if (session !== 'any' && session !== regime.session) return false;
  if (trend !== null && !trend.includes(regime.trend)) return false;
  if (volatility !== null && (regime.volatility === null || !volatility.includes(regime.volatility)))
    return false;
  if (news !== 'any' && (news === 'inside') !== regime.isNews) return false;
  if (quality === 'complete' && known.hadGap(QUALITY_MS)) return false;
  if (weekdays !== null && !weekdays.includes(weekdayOfDay(known.tradingDay))) return false;
  return isWithinHours(hours, known.nowMs);
}

function evidenceOf(known: KnownFacts, { row }: Firing): readonly TradeEvidence[] {
  if (row < 0) return [];
  const sign = known.finding('side', row);
  return [
    {
      id: known.findingId(row),
      type: FINDING_TYPES[known.finding('type', row)]!,
      side: sign === 0 ? null : sign > 0 ? 'bid' : 'ask',
      priceTicks: known.finding('priceTicks', row),
      size: known.finding('size', row),
      confidence: known.finding('confidence', row),
      isExact: (known.finding('flags', row) & FINDING_EXACT) !== 0,
    },
  ];
}

/** A watch, and where its firings go. */
interface Watched {
  readonly watch: ConditionWatch;
  readonly onFiring: OnFiring;
}

/** Keeps what conditions remember from session to session, oldest first. */
export class SignalReader {
  readonly #rule: CompiledRule;
  readonly #memory: SessionMemory;
  readonly #watched: readonly Watched[];
  #contract: string | null | undefined;
  /** Of the session that is read: the last firing of each condition, signals, and firings of the opposite one. */
  #known: KnownFacts | null = null;
  #latest: (Firing | null)[] = [];
  #signals: Signal[] = [];
  #opposite: Pick<Firing, 'atMs' | 'sign'>[] = [];
  #isNew = false;

  constructor(rule: CompiledRule, calendar: ExchangeCalendar, memory: SessionMemory) {
    this.#rule = rule;
    this.#memory = memory;
    const watched: Watched[] = rule.conditions.map((condition, at) => ({
      watch: watchOf(condition, calendar, memory),
      onFiring: (sign, row) => {
        this.#latest[at] = { atMs: this.#known?.nowMs ?? 0, sign, row };
        this.#isNew = true;
      },
    }));
    if (rule.rule.exits.oppositeEvent)
      watched.push({
        watch: watchOf(rule.opposite, calendar, memory),
        onFiring: (sign) => this.#opposite.push({ atMs: this.#known?.nowMs ?? 0, sign }),
      });
    this.#watched = watched;
  }

  read(facts: SessionFacts): SessionSignals {
    const known = new KnownFacts(facts);
    const isRoll = this.#contract !== facts.contract;
    this.#contract = facts.contract;
    this.#known = known;
    this.#latest = this.#rule.conditions.map(() => null);
    this.#signals = [];
    this.#opposite = [];
    for (const { watch } of this.#watched) watch.startSession(known, isRoll);
    this.#walk(facts, known);
    return { signals: this.#signals, opposite: this.#opposite };
  }

  /** Each row when it has become known, in the order of time; what nobody reads is left out. */
  #walk(facts: SessionFacts, known: KnownFacts): void {
    const of = (reads: ConditionWatch['reads']) => {
      const watched = this.#watched.filter(({ watch }) => watch.reads === reads);
      return { watched, times: watched.length === 0 ? NO_TIMES : timesOf(facts, reads) };
    };
    const [quotes, minutes, findings] = [of('quotes'), of('minutes'), of('findings')];
    for (let quote = 0, minute = 0, finding = 0; ; ) {
      const quoteMs = timeOf(quotes.times, quote);
      const minuteMs = timeOf(minutes.times, minute);
      const atMs = Math.min(quoteMs, minuteMs, timeOf(findings.times, finding));
      if (atMs === NEVER) return;
      known.advance(atMs);
      if (quoteMs === atMs) this.#step(quotes.watched, known, quote++);
      else if (minuteMs === atMs) this.#step(minutes.watched, known, minute++);
      else this.#step(findings.watched, known, finding++);
    }
  }

  #step(watched: readonly Watched[], known: KnownFacts, row: number): void {
    this.#isNew = false;
    for (const { watch, onFiring } of watched) watch.step(known, row, onFiring);
    if (this.#isNew) this.#combine(known, this.#latest, this.#signals);
  }

  #combine(known: KnownFacts, latest: (Firing | null)[], signals: Signal[]): void {
    const firings = latest.filter((firing) => firing !== null);
    if (firings.length < latest.length) return;
    if (firings.some(({ atMs }) => known.nowMs - atMs > this.#rule.withinMs)) return;
    latest.fill(null);
    const side = this.#sideOf(firings[0]!.sign);
    if (side === 0) return;
    const regime = this.#regimeOf(known);
    if (!passes(this.#rule.rule.filters, known, regime)) return;
    const evidence = firings.flatMap((firing) => evidenceOf(known, firing));
    signals.push({ atMs: known.nowMs, side, rangeTicks: known.rangeTicks, regime, evidence });
  }

  #sideOf(sign: number): 1 | -1 | 0 {
    switch (this.#rule.rule.direction) {
      case 'long':
        return 1;
      case 'short':
        return -1;
      case 'with_event':
        return sign > 0 ? 1 : sign < 0 ? -1 : 0;
      case 'against_event':
        return sign > 0 ? -1 : sign < 0 ? 1 : 0;
    }
  }

  #regimeOf(known: KnownFacts): EntryRegime {
    const { regular, rangeTicks, trend, minuteCount, nowMs } = known;
    const isRegular = regular !== null && nowMs >= regular.openMs && nowMs < regular.closeMs;
    const minute = minuteCount === 0 ? 0 : known.minute('minute', minuteCount - 1);
    return {
      trend: trend === null ? 'consolidating' : TRENDS[trend]!,
      volatility: rangeTicks === null ? null : this.#memory.volatility(minute, rangeTicks),
      isNews: known.isNews,
      session: isRegular ? 'regular' : 'overnight',
    };
  }
}

const timeOf = (times: Float64Array, row: number): number => (row < times.length ? times[row]! : NEVER);

/** When each row becomes known: of seconds and minutes at their end. */
function timesOf({ quotes, minutes, findings, session }: SessionFacts, reads: ConditionWatch['reads']) {
  if (reads === 'findings') return findings.knownMs;
  const [starts, lengthMs] =
    reads === 'quotes' ? [quotes.columns().second, SECOND_MS] : [minutes.minute, MINUTE_MS];
  return Float64Array.from(starts, (start) => session.openMs + (start + 1) * lengthMs);
}
