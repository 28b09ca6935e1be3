/** The rules of one instrument and delay, indexed by what they wait for; the same for the present and for a dry run. */
import {
  type EpochMs,
  type ExchangeCalendar,
  epochMsOfNs,
  type FlowEvent,
  type Instrument,
  productCalendar,
  type Trend,
} from '@undertow/market';
import { type CompiledRule, isKind, type RuleOf } from './compile-rule.ts';
import { EventWatch } from './event-watch.ts';
import { LevelWatch } from './level-watch.ts';
import { LineWatch } from './line-watch.ts';
import type { Fire, Firing, LevelTicks, MarketStep, MinuteFacts } from './market-step.ts';
import { MinuteMemory } from './minute-memory.ts';
import { MoveWatch } from './move-watch.ts';
import { VolumeWatch } from './volume-watch.ts';

export class RuleBoard {
  readonly instrument: Instrument;
  readonly #memory: MinuteMemory;
  readonly #levelWatch = new LevelWatch();
  readonly #lines: LineWatch;
  readonly #moves = new MoveWatch();
  readonly #volumes = new VolumeWatch();
  readonly #events = new EventWatch();
  readonly #trends = new Set<RuleOf<'trend'>>();
  #trend: Trend | null = null;
  #levels: LevelTicks | null = null;
  /** The contract of the latest step; null before one that names it. */
  #contract: string | null = null;
  #size = 0;

  constructor(instrument: Instrument, venue: ExchangeCalendar) {
    this.instrument = instrument;
    const calendar = productCalendar(venue, instrument);
    this.#memory = new MinuteMemory(calendar);
    this.#lines = new LineWatch(calendar);
  }

  get size(): number {
    return this.#size;
  }

  /** Last price received. */
  get lastTicks(): number | null {
    return this.#levelWatch.lastTicks;
  }

  add(compiled: CompiledRule): void {
    this.#size += 1;
    if (isKind(compiled, 'price_level')) this.#levelWatch.add(compiled);
    else if (isKind(compiled, 'price_line')) this.#lines.add(compiled);
    else if (isKind(compiled, 'price_move')) this.#moves.add(compiled, this.#memory.minutes);
    else if (isKind(compiled, 'volume')) this.#volumes.add(compiled);
    else if (isKind(compiled, 'trend')) this.#trends.add(compiled);
    else if (isKind(compiled, 'event')) this.#events.add(compiled);
  }

  remove(compiled: CompiledRule): void {
    this.#size -= 1;
    if (isKind(compiled, 'price_level')) this.#levelWatch.remove(compiled);
    else if (isKind(compiled, 'price_line')) this.#lines.remove(compiled);
    else if (isKind(compiled, 'price_move')) this.#moves.remove(compiled);
    else if (isKind(compiled, 'volume')) this.#volumes.remove(compiled);
    else if (isKind(compiled, 'trend')) this.#trends.delete(compiled);
    else if (isKind(compiled, 'event')) this.#events.remove(compiled);
  }

  /** Minutes that were stored earlier, oldest first. */
  restore(minutes: readonly MinuteFacts[]): void {
    this.#memory.restore(minutes);
  }

  /** Processes an update and returns what fired, in no particular order. */
  step(step: MarketStep): readonly Firing[] {
    const firings: Firing[] = [];
    const fire: Fire | null = step.isHistory ? null : this.#collector(step.firedMs, firings);
    if (step.contract !== null) this.#follow(step.contract);
    if (step.levels !== null) this.#levels = step.levels;
    for (const minute of step.closed) this.#memory.add(minute);
    this.#memory.setForming(step.forming);
    if (step.traded !== null) {
      this.#moves.step(step.atMs, step.traded, fire);
      this.#lines.step(
        step.atMs,
        step.traded,
        { contract: this.#contract, beforeTicks: this.#levelWatch.lastTicks },
        fire,
      );
      this.#levelWatch.step(step.traded, fire);
      if (!this.#volumes.isEmpty) this.#volumes.step(step.atMs, this.#memory, fire);
    }
    this.#stepTrend(step.trend, fire);
    if (fire !== null) for (const event of step.events) this.#events.step(event, this.#levels, fire);
    return firings;
  }

  /** At a roll prices jump and nothing has moved: what was known of prices is forgotten, volumes stay. */
  #follow(contract: string): void {
    const isRoll = this.#contract !== null && this.#contract !== contract;
    this.#contract = contract;
    if (!isRoll) return;
    this.#levelWatch.reset();
    this.#lines.reset();
    this.#moves.reset();
    this.#levels = null;
    this.#trend = null;
  }

  /** A stored event that was not notified. */
  stepEvent(event: FlowEvent): readonly Firing[] {
    const firings: Firing[] = [];
    const fire = this.#collector(epochMsOfNs(event.updatedNs), firings);
    this.#events.stepStored(event, this.#levels, fire);
    return firings;
  }

  unmarkEvent(eventId: string, ruleId: string): void {
    this.#events.unmark(eventId, ruleId);
  }

  #collector(atMs: EpochMs, firings: Firing[]): Fire {
    return (compiled, fact) => {
      // The instant of the event counts: it may be notified later
      const at = fact.kind === 'event' ? epochMsOfNs(fact.event.updatedNs) : atMs;
      firings.push({ compiled, atMs: at, priceTicks: this.#levelWatch.lastTicks, fact });
    };
  }

  #stepTrend(trend: Trend | null, fire: Fire | null): void {
    if (trend === null || trend === this.#trend) return;
    const from = this.#trend;
    this.#trend = trend;
    if (from === null || fire === null) return;
    for (const rule of this.#trends) {
      if (rule.test.to.has(trend)) fire(rule, { kind: 'trend', from, to: trend });
    }
  }
}
