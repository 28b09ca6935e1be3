/** Makes bars with volume by price from trades, by any rule, and emits each one once, when it is over. */
import { FormingBar } from '#bars/forming-bar.ts';
import { SIDE_ASK, SIDE_BID } from '#events/market-event.ts';
import type { ExchangeCalendar } from '#instruments/exchange-calendar.ts';
import { PriceVolumes } from '#tape/price-volumes.ts';
import { HOUR_MS } from '#time/durations.ts';
import { type BarLimits, type BarRule, barLimits, timeBarStartMs } from './bar-rule.ts';
import type { FlowBar } from './flow-bar.ts';

// A module's own constants are folded into machine code, imported ones are loaded and checked at each use.
const BUY = SIDE_BID;
const SELL = SIDE_ASK;

export interface FlowBarOptions {
  readonly rule: BarRule;
  /** No bar reaches over two of its trading days. */
  readonly calendar: Pick<ExchangeCalendar, 'tradingDayOf' | 'sessionBounds' | 'nextOpenMs'>;
  readonly onBar: (bar: FlowBar) => void;
}

/**
 * Prices in ticks, volumes in contracts, times in milliseconds since 1970 UTC. Trades must come in the order of the feed.
 *
 * - A trade that exceeds what a bar by volume or delta can hold is split: such bars end with exactly their contracts. It
 *   counts as a trade in the bar in which it begins.
 * - A bar by range ends with the trade that would exceed the range, which begins the next bar at its own price: prices
 *   between them that did not trade make no bar.
 * - A late trade counts in the bar that forms.
 */
export class FlowBarBuilder {
  readonly #limits: BarLimits;
  readonly #calendar: FlowBarOptions['calendar'];
  readonly #onBar: (bar: FlowBar) => void;
  readonly #bar = new FormingBar();
  readonly #prices = new PriceVolumes();
  #delta = 0;
  #minDelta = 0;
  #maxDelta = 0;
  #endMs = 0;
  /** When the forming bar ends by time. */
  #closeMs = Number.POSITIVE_INFINITY;
  /** No bar begins before it. */
  #openMs = Number.NEGATIVE_INFINITY;
  #dayOpenMs = Number.NaN;
  #rollMs = Number.NEGATIVE_INFINITY;

  /** Throws RangeError for a rule that makes no bars. */
  constructor({ rule, calendar, onBar }: FlowBarOptions) {
    this.#limits = barLimits(rule);
    this.#calendar = calendar;
    this.#onBar = onBar;
  }

  /** Ends the forming bar where its time or its trading day is over at the instant. */
  advance(timeMs: number): void {
    if (timeMs >= this.#closeMs) this.close();
    if (timeMs >= this.#rollMs) this.#roll(timeMs);
  }

  addTrade(timeMs: number, priceTicks: number, size: number, side: number): void {
    this.advance(timeMs);
    const bar = this.#bar;
    if (bar.isForming && this.#exceedsRange(priceTicks)) this.close();
    let [left, trades] = [size, 1];
    while (left > 0) {
      if (!bar.isForming) this.#start(timeMs, priceTicks);
      const part = Math.min(left, this.#limits.volume - bar.volume, this.#deltaRoom(side));
      this.#fold(timeMs, priceTicks, part, side, trades);
      left -= part;
      trades = 0;
      if (this.#isFull()) this.close();
    }
  }

  /** The forming bar as plain data, or null. */
  forming(): FlowBar | null {
    const bar = this.#bar.read(null);
    if (bar === null) return null;
    return {
      ...bar,
      endMs: this.#endMs,
      minDelta: this.#minDelta,
      maxDelta: this.#maxDelta,
      prices: this.#prices.sorted(),
    };
  }

  /** Emits the forming bar, if there is one, whatever its rule says. */
  close(): void {
    const bar = this.forming();
    if (bar === null) return;
    this.#openMs = Number.isFinite(this.#closeMs) ? this.#closeMs : this.#endMs;
    this.#bar.stop();
    this.#closeMs = Number.POSITIVE_INFINITY;
    this.#onBar(bar);
  }

  #start(timeMs: number, priceTicks: number): void {
    const { ms } = this.#limits;
    let startMs = Math.max(timeMs, this.#openMs);
    if (Number.isFinite(ms)) {
      startMs = timeBarStartMs(startMs, ms, this.#dayOpenMs);
      this.#closeMs = startMs + ms;
    }
    this.#bar.start(startMs, priceTicks);
    this.#prices.clear();
    this.#delta = 0;
    this.#minDelta = 0;
    this.#maxDelta = 0;
    this.#endMs = startMs;
  }

  #fold(timeMs: number, priceTicks: number, size: number, side: number, trades: number): void {
    this.#bar.add(priceTicks, size, side, trades);
    this.#prices.add(priceTicks, size, side);
    if (timeMs > this.#endMs) this.#endMs = timeMs;
    if (side === BUY) {
      this.#delta += size;
      if (this.#delta > this.#maxDelta) this.#maxDelta = this.#delta;
    } else if (side === SELL) {
      this.#delta -= size;
      if (this.#delta < this.#minDelta) this.#minDelta = this.#delta;
    }
  }

  #exceedsRange(priceTicks: number): boolean {
    const { rangeTicks } = this.#limits;
    return priceTicks - this.#bar.lowTicks > rangeTicks || this.#bar.highTicks - priceTicks > rangeTicks;
  }

  /** Contracts that an aggressor can trade before the bar has its delta. */
  #deltaRoom(side: number): number {
    if (side === BUY) return this.#limits.delta - this.#delta;
    return side === SELL ? this.#limits.delta + this.#delta : Number.POSITIVE_INFINITY;
  }

  #isFull(): boolean {
    const { trades, volume, delta } = this.#limits;
    return this.#bar.trades >= trades || this.#bar.volume >= volume || Math.abs(this.#delta) >= delta;
  }

  #roll(timeMs: number): void {
    this.close();
    this.#rollMs = this.#calendar.nextOpenMs(timeMs);
    this.#dayOpenMs = this.#calendar.sessionBounds(this.#calendar.tradingDayOf(timeMs)).openMs;
    // The last bar of a day may reach beyond the next open: the new day begins its own
    this.#openMs = this.#dayOpenMs;
  }
}

/**
 * Start of bars by time for `aggregateFlowBars`.
 */
export function timeBarStarts(
  ms: number,
  calendar: Pick<ExchangeCalendar, 'tradingDayOf' | 'sessionBounds'>,
): (timeMs: number) => number {
  const { ms: barMs } = barLimits({ kind: 'time', ms });
  if (barMs <= HOUR_MS) return (timeMs) => timeBarStartMs(timeMs, barMs, 0);
  return (timeMs) =>
    timeBarStartMs(timeMs, barMs, calendar.sessionBounds(calendar.tradingDayOf(timeMs)).openMs);
}
