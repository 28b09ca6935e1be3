/** Evaluates a rule on the recorded past of one instrument: the same boards as in the present, a day at a time. */
import type { EventsPerDay } from '@undertow/contracts';
import {
  type ExchangeCalendar,
  type FlowEvent,
  type Instrument,
  MINUTE_MS,
  type NewsWindow,
  productCalendar,
  windowAt,
} from '@undertow/market';
import type { AlertRule } from '#ports/alerts.ts';
import { compileRule } from './compile-rule.ts';
import { CoolDowns } from './cool-downs.ts';
import type { Firing, PastBar } from './market-step.ts';
import { asDetected, minuteStep, pastLevels } from './past-steps.ts';
import { RuleBoard } from './rule-board.ts';
import { isInSession, passesNews } from './rule-hours.ts';

/** Bars that the trend is computed from. */
const RECENT_BARS = 100;
export const FOLLOW_MINUTES = [1, 5, 15, 60] as const;

/** One trading day of the record, oldest first. */
export interface PastDay {
  readonly bars: readonly PastBar[];
  readonly events: readonly FlowEvent[];
  /** Read as the baseline of normal volume, not to fire. */
  readonly isHistory: boolean;
}

export interface PastFiring {
  readonly firing: Firing;
  readonly priceTicks: number;
  readonly isOvernight: boolean;
}

export class DryRun {
  readonly #rule: AlertRule;
  readonly #instrument: Instrument;
  readonly #calendar: ExchangeCalendar;
  readonly #board: RuleBoard;
  readonly #coolDowns = new CoolDowns();
  readonly #needsLevels: boolean;
  readonly #windows: readonly NewsWindow[];
  readonly fired: PastFiring[] = [];
  heldBack = 0;
  #before: readonly PastBar[] = [];
  #recent: PastBar[] = [];
  readonly #starts: number[] = [];
  readonly #closes: number[] = [];
  readonly #contracts: (string | undefined)[] = [];

  constructor(
    rule: AlertRule,
    instrument: Instrument,
    venue: ExchangeCalendar,
    chosen: EventsPerDay,
    windows: readonly NewsWindow[] = [],
  ) {
    this.#windows = windows;
    this.#rule = rule;
    this.#instrument = instrument;
    this.#calendar = productCalendar(venue, instrument);
    this.#board = new RuleBoard(instrument, venue);
    const compiled = compileRule(rule, instrument, chosen);
    this.#board.add(compiled);
    const { condition } = rule;
    this.#needsLevels =
      condition.kind === 'event' && condition.near !== null && condition.near.level !== null;
  }

  /** Takes the next trading day. */
  takeDay({ bars, events, isHistory }: PastDay): void {
    const waiting = events
      .toSorted((one, other) => (one.detectedNs < other.detectedNs ? -1 : 1))
      .map(asDetected);
    let next = 0;
    for (const [at, bar] of bars.entries()) {
      const endNs = BigInt(bar.startMs + MINUTE_MS) * 1_000_000n;
      const first = next;
      while (next < waiting.length && waiting[next]!.detectedNs < endNs) next += 1;
      const now = waiting.slice(first, next);
      this.#recent.push(bar);
      if (this.#recent.length > 2 * RECENT_BARS) this.#recent = this.#recent.slice(-RECENT_BARS);
      if (!isHistory) this.#keepClose(bar);
      const step = minuteStep(bar, this.#recent, now, isHistory);
      this.#accept(
        this.#board.step(now.length > 0 && this.#needsLevels ? this.#withLevels(step, bars, at) : step),
      );
    }
    this.#before = bars;
  }

  #withLevels(step: ReturnType<typeof minuteStep>, bars: readonly PastBar[], at: number) {
    const known = [...this.#before, ...bars.slice(0, at + 1)];
    return { ...step, levels: pastLevels(this.#instrument, this.#calendar, known) };
  }

  #keepClose({ startMs, closeTicks, contract }: PastBar): void {
    this.#starts.push(startMs);
    this.#closes.push(closeTicks);
    this.#contracts.push(contract);
  }

  #accept(firings: readonly Firing[]): void {
    for (const firing of firings) {
      const { atMs, fact } = firing;
      if (!isInSession(this.#rule.sessionHours, this.#instrument, this.#calendar, atMs)) continue;
      if (!passesNews(this.#rule.newsWindow, windowAt(this.#windows, atMs) !== null)) continue;
      const eventType = fact.kind === 'event' ? fact.event.type : null;
      const named = { ruleId: '', instrumentId: this.#instrument.id, eventType, alertId: '', atMs };
      const cause = fact.kind === 'event' ? fact.event.id : String(atMs);
      const received = { nowMs: atMs, isLive: false };
      if (this.#coolDowns.take({ ...named, alertId: cause }, this.#rule.coolDownSeconds, received) === null) {
        this.heldBack += 1;
        continue;
      }
      const isOvernight = !isInSession('regular', this.#instrument, this.#calendar, atMs);
      this.fired.push({ firing, priceTicks: priceOf(firing), isOvernight });
    }
  }

  /** Ticks from the firing's price to the last price so many minutes later; null where the record does not reach, or a roll is between. */
  after({ firing, priceTicks }: PastFiring, minutes: number): number | null {
    const untilMs = firing.atMs + minutes * MINUTE_MS;
    const lastEndMs = (this.#starts.at(-1) ?? Number.NEGATIVE_INFINITY) + MINUTE_MS;
    if (lastEndMs < untilMs) return null;
    const last = this.#minutesBefore(untilMs - MINUTE_MS + 1) - 1;
    const close = this.#closes[last];
    const contract = this.#contracts[this.#minutesBefore(firing.atMs) - 1];
    return close === undefined || this.#contracts[last] !== contract ? null : close - priceTicks;
  }

  /** How many minutes of the record began by the instant. */
  #minutesBefore(atMs: number): number {
    let low = 0;
    let high = this.#starts.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#starts[middle]! <= atMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

function priceOf({ fact, priceTicks }: Firing): number {
  if (fact.kind === 'event') return fact.event.priceTicks;
  if (fact.kind === 'crossed' || fact.kind === 'reached') return fact.levelTicks;
  return priceTicks ?? 0;
}
