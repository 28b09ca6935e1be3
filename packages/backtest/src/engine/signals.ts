/** From facts to the signals of a rule, in one pass over time: conditions, their combination, filters. */
import { chicagoClock, type ExchangeCalendar, MINUTE_MS, SECOND_MS, TRENDS } from '@undertow/market';
import { FINDING_EXACT, FINDING_TYPES, type SessionFacts } from '#facts/session-facts.ts';
import type { EntryRegime, TradeEvidence } from '#results/backtest-result.ts';
import { type RuleFilters, weekdayOfDay } from '#rule/backtest-rule.ts';
import type { CompiledCondition, CompiledRule } from '#rule/compile-rule.ts';
import type { ConditionWatch, Firing } from './condition-watch.ts';
import { FindingWatch } from './finding-watch.ts';
import { KnownFacts } from './known-facts.ts';
import { drawnPrice, LevelWatch } from './level-watch.ts';
import { TrendWatch, VolumeWatch } from './minute-watches.ts';
import { MoveWatch } from './move-watch.ts';
import type { SessionMemory } from './session-memory.ts';

const QUALITY_MS = 10 * MINUTE_MS;

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

/** Keeps what conditions remember from session to session, oldest first. */
export class SignalReader {
  readonly #rule: CompiledRule;
  readonly #memory: SessionMemory;
  readonly #watches: readonly ConditionWatch[];
  readonly #opposite: ConditionWatch | null;
  #contract: string | null | undefined;

  constructor(rule: CompiledRule, calendar: ExchangeCalendar, memory: SessionMemory) {
    this.#rule = rule;
    this.#memory = memory;
    this.#watches = rule.conditions.map((condition) => watchOf(condition, calendar, memory));
    this.#opposite = rule.rule.exits.oppositeEvent ? watchOf(rule.opposite, calendar, memory) : null;
  }

  read(facts: SessionFacts): SessionSignals {
    const known = new KnownFacts(facts);
    const isRoll = this.#contract !== facts.contract;
    this.#contract = facts.contract;
    const all = this.#opposite === null ? this.#watches : [...this.#watches, this.#opposite];
    for (const watch of all) watch.startSession(known, isRoll);
    const latest: (Firing | null)[] = this.#watches.map(() => null);
    const signals: Signal[] = [];
    const opposite: Pick<Firing, 'atMs' | 'sign'>[] = [];
    let isNew = false;
    const steps = this.#watches.map((watch, at) => ({
      watch,
      onFiring: (sign: number, row: number): void => {
        latest[at] = { atMs: known.nowMs, sign, row };
        isNew = true;
      },
    }));
    const onOpposite = (sign: number): void => void opposite.push({ atMs: known.nowMs, sign });
    const walk = (reads: ConditionWatch['reads'], row: number): void => {
      isNew = false;
      for (const { watch, onFiring } of steps) if (watch.reads === reads) watch.step(known, row, onFiring);
      if (this.#opposite?.reads === reads) this.#opposite.step(known, row, onOpposite);
      if (isNew) this.#combine(known, latest, signals);
    };
    walkSession(facts, known, new Set(all.map(({ reads }) => reads)), walk);
    return { signals, opposite };
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

const NEVER = Number.POSITIVE_INFINITY;

/** Calls `visit` for each row when it has become known, in the order of time; what nobody reads is left out. */
function walkSession(
  { findings, minutes, quotes, session: { openMs } }: SessionFacts,
  known: KnownFacts,
  wanted: ReadonlySet<ConditionWatch['reads']>,
  visit: (reads: ConditionWatch['reads'], row: number) => void,
): void {
  const seconds = wanted.has('quotes') ? quotes.columns().second : new Int32Array(0);
  // Of what becomes known at the same instant the first of these comes first
  const kinds = [
    { reads: 'quotes', count: seconds.length, msOf: (row: number) => openMs + (seconds[row]! + 1) * SECOND_MS },
    { reads: 'minutes', count: minutes.count, msOf: (row: number) => openMs + (minutes.minute[row]! + 1) * MINUTE_MS },
    { reads: 'findings', count: findings.count, msOf: (row: number) => findings.knownMs[row]! },
  ] as const;
  const streams = kinds
    .filter(({ reads, count }) => wanted.has(reads) && count > 0)
    .map((kind) => ({ ...kind, row: 0, atMs: kind.msOf(0) }));
  for (;;) {
    let next = streams[0];
    for (const stream of streams) if (next !== undefined && stream.atMs < next.atMs) next = stream;
    if (next === undefined || next.atMs === NEVER) return;
    known.advance(next.atMs);
    visit(next.reads, next.row);
    next.row += 1;
    next.atMs = next.row < next.count ? next.msOf(next.row) : NEVER;
  }
}
