/** The facts of one instrument's trading day, kept from rows: bars, tape, footprint, profile, levels, VWAP, trend. */
import { aggregateBars, type Bar, type BarLevel } from '#bars/bar.ts';
import { BarBuilder } from '#bars/bar-builder.ts';
import { BarSeries } from '#bars/bar-series.ts';
import { dailyTrend } from '#bars/daily-trend.ts';
import { type LevelFacts, SessionLevels } from '#bars/session-levels.ts';
import { SessionVwap } from '#bars/session-vwap.ts';
import {
  ACTION_BLOCK,
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_PRICE_TICKS,
  COL_SIDE,
  COL_SIZE,
  FLAG_SNAPSHOT,
  NO_PRICE,
  rowWholeMs,
  SIDE_ASK,
  SIDE_BID,
  SIDE_NONE,
} from '#events/market-event.ts';
import type { TimeframeMinutes, Trend } from '#events/vocabulary.ts';
import type { ExchangeCalendar } from '#instruments/exchange-calendar.ts';
import type { Instrument } from '#instruments/instrument.ts';
import { BlockTape } from '#tape/block-tape.ts';
import { Footprint } from '#tape/footprint.ts';
import type { PriceVolume } from '#tape/price-volumes.ts';
import { TradeTape } from '#tape/trade-tape.ts';
import { SpanKeeper } from '#tape/traded-span.ts';
import { VolumeProfile, valueAreaOf } from '#tape/volume-profile.ts';

/** Current facts of the trading day. Prices in ticks, VWAP with a fraction, volumes in contracts. */
export interface DayFacts extends LevelFacts {
  /** Null before anything was received. */
  readonly tradingDay: string | null;
  readonly lastTicks: number | null;
  /** Last price less prior settlement, or less the day's first price where there is none. */
  readonly changeTicks: number | null;
  readonly changePercent: number | null;
  readonly dailyTrend: Trend;
  readonly volume: number;
  readonly vwapTicks: number | null;
  readonly pointOfControlTicks: number | null;
  readonly valueAreaHighTicks: number | null;
  readonly valueAreaLowTicks: number | null;
  /** Lowest price first. */
  readonly profile: readonly PriceVolume[];
}

/** Minutes that can still be completed. */
const RECENT_MINUTES = 15;
const TREND_MINUTES = 10;
const TREND_BARS = 10;

/** Prices in ticks, volumes in contracts, times in milliseconds since 1970 UTC. */
export class MarketFacts {
  readonly tape = new TradeTape();
  /** Off-book trades; they make no bar and no price. */
  readonly blocks = new BlockTape();
  readonly footprint = new Footprint();
  readonly profile = new VolumeProfile();
  readonly levels = new SessionLevels();
  readonly span = new SpanKeeper();
  /** Closed one-minute bars. */
  readonly bars = new BarSeries();
  readonly #instrument: Instrument;
  readonly #calendar: ExchangeCalendar;
  readonly #vwap = new SessionVwap();
  readonly #builder: BarBuilder;
  #day: string | null = null;
  #openMs = Number.NaN;
  #rollMs = Number.NEGATIVE_INFINITY;
  #dayVolume = 0;
  #offBookVolume = 0;
  #last = Number.NaN;
  /** Start of a bar that was half built before a restart: its footprint is not known. */
  #resumedMs = Number.NaN;

  constructor(options: { instrument: Instrument; calendar: ExchangeCalendar }) {
    this.#instrument = options.instrument;
    this.#calendar = options.calendar;
    this.#builder = new BarBuilder(this.#vwap, (bar) => this.#keepBar(bar));
  }

  /** `YYYY-MM-DD`, or null before anything was received. */
  get tradingDay(): string | null {
    return this.#day;
  }

  /** Open of the trading day, milliseconds since 1970 UTC; NaN before anything was received. */
  get dayOpenMs(): number {
    return this.#openMs;
  }

  /** Last traded price in ticks, or null. */
  get lastTicks(): number | null {
    return Number.isNaN(this.#last) ? null : this.#last;
  }

  /** VWAP of the trading day in ticks with a fraction, or null before its first trade. */
  get vwapTicks(): number | null {
    return this.#vwap.valueTicks;
  }

  /** Contracts of the trading day in the central order book. */
  get volume(): number {
    return this.#dayVolume;
  }

  /** Contracts of the trading day in blocks, EFP and EFR: they never make a bar or a price. */
  get blockVolume(): number {
    return this.#offBookVolume;
  }

  /**
   * Takes the row of 16 int32 that starts at `at`. Trades make facts; every other row only advances the time. Rows of a
   * snapshot are ignored: their times are old.
   */
  applyRow(rows: Int32Array, at: number): void {
    if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) === 0) this.applyRowAt(rows, at, rowWholeMs(rows, at));
  }

  /** The same for a row outside a snapshot whose whole milliseconds are known. */
  applyRowAt(rows: Int32Array, at: number, timeMs: number): void {
    this.advance(timeMs);
    const action = rows[at + COL_ACTION];
    const size = rows[at + COL_SIZE]!;
    if (action === ACTION_TRADE) {
      const priceTicks = rows[at + COL_PRICE_TICKS]!;
      if (priceTicks !== NO_PRICE && size > 0) {
        this.#addTrade(timeMs, priceTicks, size, rows[at + COL_SIDE]!);
      }
    } else if (action === ACTION_BLOCK) {
      this.#offBookVolume += size;
      this.blocks.add(rows, at);
    }
  }

  /** Sets the time (milliseconds since 1970 UTC) without a row: closes bars and rolls the day. */
  advance(timeMs: number): void {
    if (timeMs >= this.#rollMs) this.#roll(timeMs);
    this.#builder.advance(timeMs);
  }

  /** The forming one-minute bar, or null. */
  formingBar(): Bar | null {
    return this.#builder.forming();
  }

  /** The last `limit` bars of a timeframe, oldest first, the forming one included. */
  recentBars(minutes: TimeframeMinutes, limit: number): Bar[] {
    const minuteBars = this.bars.last(limit * minutes);
    const forming = this.#builder.forming();
    if (forming) minuteBars.push(forming);
    return aggregateBars(minuteBars, minutes).slice(-limit);
  }

  dayFacts(): DayFacts {
    const levels = this.levels.facts();
    const lastTicks = this.lastTicks;
    const reference = levels.priorSettlementTicks ?? this.levels.dayFirstTicks;
    const changeTicks = lastTicks === null || reference === null ? null : lastTicks - reference;
    const profile = this.profile.rows();
    const area = valueAreaOf(profile);
    return {
      ...levels,
      tradingDay: this.#day,
      lastTicks,
      changeTicks,
      changePercent: changeTicks === null || !reference ? null : (changeTicks / Math.abs(reference)) * 100,
      dailyTrend: dailyTrend(this.recentBars(TREND_MINUTES, TREND_BARS)),
      volume: this.#dayVolume,
      vwapTicks: this.#vwap.valueTicks,
      pointOfControlTicks: area?.pointOfControlTicks ?? null,
      valueAreaHighTicks: area?.highTicks ?? null,
      valueAreaLowTicks: area?.lowTicks ?? null,
      profile,
    };
  }

  /**
   * Continues from stored one-minute bars, oldest first, of this contract. The last one may still be forming. Throws
   * when trades were already received: stored bars must never count twice.
   */
  restore(stored: readonly Bar[]): void {
    const lastMs = stored.at(-1)?.startMs;
    if (this.tape.total > 0 || this.#day !== null)
      throw new Error('facts can only be restored before the first row');
    for (const bar of stored) {
      this.advance(bar.startMs);
      this.levels.addBar(bar);
      if (bar.levels === undefined) this.profile.addBar(bar);
      else this.#addLevels(bar.levels);
      this.#dayVolume += bar.volume;
      if (bar.vwapTicks === null) this.#vwap.add(bar.closeTicks, bar.volume);
      else this.#vwap.restore(bar.vwapTicks, this.#dayVolume);
      this.#last = bar.closeTicks;
      // A footprint is whole where volume by price is known and the bar is over
      this.#resumedMs = bar.levels === undefined || bar.startMs === lastMs ? bar.startMs : Number.NaN;
      this.#builder.resume(bar);
    }
  }

  /**
   * Adds to VWAP, profile, levels and volume of the day what a closed minute traded before its first row came here. `levels` are
   * the whole minute's volume by price; its bar and footprint stay as they were received. No effect after its trading day.
   */
  completeMinute(startMs: number, levels: readonly BarLevel[]): void {
    if (!(startMs >= this.#openMs)) return;
    const received = this.footprint.last(RECENT_MINUTES).find((bar) => bar.startMs === startMs)?.prices;
    const hasBar = this.bars.last(RECENT_MINUTES).some((bar) => bar.startMs === startMs);
    if (received === undefined && hasBar) return;
    const byPrice = new Map(received?.map((row) => [row.priceTicks, row]));
    for (const { priceTicks, buyVolume, sellVolume, otherVolume } of levels) {
      const { bidVolume = 0, askVolume = 0, volume = 0 } = byPrice.get(priceTicks) ?? {};
      this.#addMissed(startMs, priceTicks, buyVolume - askVolume, SIDE_BID);
      this.#addMissed(startMs, priceTicks, sellVolume - bidVolume, SIDE_ASK);
      this.#addMissed(startMs, priceTicks, otherVolume - (volume - bidVolume - askVolume), SIDE_NONE);
    }
  }

  #addMissed(timeMs: number, priceTicks: number, size: number, side: number): void {
    if (size <= 0) return;
    this.levels.addMissed(timeMs, priceTicks);
    this.#vwap.add(priceTicks, size);
    this.profile.add(priceTicks, size, side);
    this.#dayVolume += size;
  }

  #addLevels(levels: readonly BarLevel[]): void {
    for (const { priceTicks, buyVolume, sellVolume, otherVolume } of levels) {
      const traded = [
        [buyVolume, SIDE_BID],
        [sellVolume, SIDE_ASK],
        [otherVolume, SIDE_NONE],
      ] as const;
      for (const [size, side] of traded) {
        if (size === 0) continue;
        this.profile.add(priceTicks, size, side);
        this.footprint.add(priceTicks, size, side);
      }
    }
  }

  #addTrade(timeMs: number, priceTicks: number, size: number, side: number): void {
    this.#builder.addTrade(timeMs, priceTicks, size, side);
    this.tape.add(timeMs, priceTicks, size, side);
    this.#vwap.add(priceTicks, size);
    this.footprint.add(priceTicks, size, side);
    this.profile.add(priceTicks, size, side);
    this.levels.addTrade(timeMs, priceTicks);
    this.span.add(priceTicks);
    this.#dayVolume += size;
    this.#last = priceTicks;
  }

  #keepBar(bar: Bar): void {
    this.bars.push(bar);
    if (bar.startMs === this.#resumedMs) this.footprint.discard();
    else this.footprint.close(bar.startMs);
  }

  #roll(timeMs: number): void {
    // The bar belongs to the day that ends: it must close with that day's VWAP.
    this.#builder.close();
    const tradingDay = this.#calendar.tradingDayOf(timeMs);
    this.#rollMs = this.#calendar.nextOpenMs(timeMs);
    this.#openMs = this.#calendar.sessionBounds(tradingDay).openMs;
    this.#day = tradingDay;
    this.#dayVolume = 0;
    this.#offBookVolume = 0;
    this.#vwap.reset();
    this.profile.reset();
    this.levels.startDay(this.#calendar.regularHours(this.#instrument, tradingDay));
  }
}
