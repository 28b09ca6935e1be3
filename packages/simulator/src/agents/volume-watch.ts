/** Writes down bursts of volume that nobody planned: the crowd excites itself, runs and sweeps add to it. */
import type { EventReport } from '#event-report.ts';
import { type Agent, type MarketAccess, SECOND_NS } from './market-access.ts';
import type { MarketGauge } from './market-gauge.ts';

const NAME = 'volume-watch';
const LOOK_NS = 0.5 * SECOND_NS;
const WINDOW_NS = 10 * SECOND_NS;
/** Ten seconds with so many times the usual volume begin a burst, ten with so few end it. */
const BEGINS = 4;
const ENDS = 2;

interface Burst {
  readonly fromNs: number;
  readonly evidentNs: number;
  readonly usualPerSecond: number;
  readonly volumeBefore: number;
  lastNs: number;
  volume: number;
  lowTicks: number;
  highTicks: number;
  /** Somebody planned it: that label says what it was. */
  planned: boolean;
}

export interface VolumeWatchOptions {
  readonly owner: number;
  readonly isOn: boolean;
  readonly gauge: MarketGauge;
  /** Whether a planned burst is under way or ended within the time, nanoseconds. */
  readonly isPlanned: (withinNs: number) => boolean;
}

/** It trades nothing. Pace that the day's law brings is no burst. */
export class VolumeWatch implements Agent {
  readonly #market: MarketAccess;
  readonly #options: VolumeWatchOptions;
  #burst: Burst | null = null;
  #dayPace: number;
  #serial = 0;

  constructor(market: MarketAccess, options: VolumeWatchOptions) {
    this.#market = market;
    this.#options = options;
    this.#dayPace = market.conditions.day.pace;
    if (options.isOn) market.wakeIn(options.owner, LOOK_NS);
  }

  wake(): void {
    const market = this.#market;
    const { gauge, owner, isPlanned } = this.#options;
    market.wakeIn(owner, LOOK_NS);
    const pace = market.conditions.day.pace;
    this.#dayPace += (LOOK_NS / (600 * SECOND_NS)) * (pace - this.#dayPace);
    const usualPerSecond = gauge.usualPerSecond * Math.max(1, pace / this.#dayPace);
    const multiple = gauge.tenSeconds / (10 * Math.max(0.01, usualPerSecond));
    const burst = this.#burst;
    if (burst === null) {
      if (gauge.isWarm && multiple >= BEGINS) this.#begin(usualPerSecond);
      return;
    }
    burst.planned ||= isPlanned(3 * WINDOW_NS);
    if (gauge.tenSeconds < ENDS * 10 * burst.usualPerSecond) this.#end(burst);
  }

  onMatch(report: EventReport): void {
    const burst = this.#burst;
    if (burst === null) return;
    burst.lastNs = report.timeNs;
    burst.volume = this.#options.gauge.volume;
    burst.lowTicks = Math.min(burst.lowTicks, report.lastTradeTicks);
    burst.highTicks = Math.max(burst.highTicks, report.lastTradeTicks);
  }

  finish(): void {
    if (this.#burst !== null) this.#end(this.#burst);
  }

  #begin(usualPerSecond: number): void {
    const { gauge, isPlanned } = this.#options;
    const { nowNs } = this.#market;
    const last = this.#market.engine.lastTradeTicks;
    this.#burst = {
      fromNs: nowNs - WINDOW_NS,
      evidentNs: nowNs,
      usualPerSecond,
      volumeBefore: gauge.volume - gauge.tenSeconds,
      lastNs: nowNs,
      volume: gauge.volume,
      lowTicks: last,
      highTicks: last,
      planned: isPlanned(3 * WINDOW_NS),
    };
  }

  #end(burst: Burst): void {
    const market = this.#market;
    this.#burst = null;
    if (burst.planned) return;
    const seconds = (burst.lastNs - burst.fromNs) / SECOND_NS;
    const qty = burst.volume - burst.volumeBefore;
    market.onLabel({
      id: `${NAME}-${market.instrumentId}-${++this.#serial}`,
      type: 'volume_spike',
      sub: 'organic',
      side: null,
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(burst.fromNs),
      t1Ns: market.exchangeNs(burst.lastNs),
      tEvidentNs: market.exchangeNs(burst.evidentNs),
      priceLowTicks: burst.lowTicks,
      priceHighTicks: burst.highTicks,
      qty,
      agentIds: [`${NAME}/${this.#serial}`],
      orderIds: [],
      params: {
        multiple: Math.round((100 * qty) / seconds / burst.usualPerSecond) / 100,
        seconds: Math.round(seconds * 100) / 100,
        usualPerSecond: Math.round(burst.usualPerSecond * 100) / 100,
      },
      // Nobody made it: it may be found, and no one is blamed who does not.
      observability: 'weak',
      success: null,
    });
  }
}
