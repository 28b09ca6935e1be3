/** Writes down bursts of volume that nobody planned: the crowd excites itself, runs and sweeps add to it. */
import { SECOND_NS } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { EventReport } from '#engine/event-report.ts';
import type { VolumeLaw } from './volume-law.ts';

const NAME = 'volume-watch';
const LOOK_NS = 0.5 * SECOND_NS;
const WINDOW_NS = 10 * SECOND_NS;
/** Ten seconds with so many times the volume of the last minutes begin a burst. */
export const SPIKE_MULTIPLE = 4;
/**
 * They must be this many times the hidden law as well: pace that day or regime have just brought is no burst. Fewer end
 * it.
 */
const OF_LAW = 2;
/**
 * What bursts again within this time is the same spike, as is what bursts so soon after a planned one: nothing was
 * usual between.
 */
const APART_NS = 60 * SECOND_NS;

interface Burst {
  readonly fromNs: number;
  readonly evidentNs: number;
  /** By the last minutes or by the hidden law, the greater. */
  readonly usualPerSecond: number;
  readonly volumeBefore: number;
  lastNs: number;
  volume: number;
  lowTicks: number;
  highTicks: number;
}

/** One burst, or several that followed each other closely. */
interface Spike {
  /** The burst that held the greatest multiple over its whole length, and that multiple. */
  greatest: Burst;
  multiple: number;
  readonly fromNs: number;
  readonly volumeBefore: number;
  lastNs: number;
  volume: number;
  lowTicks: number;
  highTicks: number;
}

export interface VolumeWatchOptions {
  readonly owner: number;
  /**
   * Whether it also checks on the clock, so that its labels are emitted in time; its wake-ups affect the market's
   * course.
   */
  readonly looksByClock: boolean;
  readonly gauge: MarketGauge;
  readonly law: VolumeLaw;
  /** Whether a planned burst is under way, or one that was a spike of its own ended within the time, nanoseconds. */
  readonly isPlanned: (withinNs: number) => boolean;
}

/**
 * It trades nothing. Pace that day, latent volatility and regime bring is usual and no burst; what many times it trades
 * is.
 */
export class VolumeWatch implements Agent {
  readonly #market: MarketAccess;
  readonly #options: VolumeWatchOptions;
  #burst: Burst | null = null;
  #spike: Spike | null = null;
  #serial = 0;

  constructor(market: MarketAccess, options: VolumeWatchOptions) {
    this.#market = market;
    this.#options = options;
    if (options.looksByClock) market.wakeIn(options.owner, LOOK_NS);
  }

  wake(): void {
    this.#market.wakeIn(this.#options.owner, LOOK_NS);
    this.#look();
  }

  onMatch(report: EventReport): void {
    this.#look();
    const burst = this.#burst;
    if (burst === null) return;
    burst.lastNs = report.timeNs;
    burst.volume = this.#options.gauge.volume;
    burst.lowTicks = Math.min(burst.lowTicks, report.lastTradeTicks);
    burst.highTicks = Math.max(burst.highTicks, report.lastTradeTicks);
  }

  finish(): void {
    if (this.#burst !== null) this.#end(this.#burst);
    if (this.#spike !== null) this.#label(this.#spike);
  }

  #look(): void {
    const { gauge, law, isPlanned } = this.#options;
    const { nowNs } = this.#market;
    law.learn(nowNs, gauge.volume, isPlanned(0));
    // A planned burst has a label of its own, and what follows it at once is its aftermath.
    if (isPlanned(APART_NS)) {
      this.#burst = null;
      return;
    }
    const burst = this.#burst;
    if (burst !== null) {
      if (gauge.tenSeconds < OF_LAW * 10 * burst.usualPerSecond) this.#end(burst);
      return;
    }
    if (this.#spike !== null && nowNs - this.#spike.lastNs > APART_NS) this.#label(this.#spike);
    const [recent, lawful] = [gauge.usualPerSecond, law.usualPerSecond];
    const needed = 10 * Math.max(SPIKE_MULTIPLE * recent, OF_LAW * lawful);
    if (lawful > 0 && gauge.tenSeconds >= needed) this.#begin(Math.max(recent, lawful));
  }

  #begin(usualPerSecond: number): void {
    const { gauge } = this.#options;
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
    };
  }

  #end(burst: Burst): void {
    this.#burst = null;
    const { fromNs, lastNs, volumeBefore, volume, lowTicks, highTicks } = burst;
    const multiple = ((volume - volumeBefore) * SECOND_NS) / (lastNs - fromNs) / burst.usualPerSecond;
    const spike = this.#spike;
    if (spike === null) {
      this.#spike = { greatest: burst, multiple, fromNs, volumeBefore, lastNs, volume, lowTicks, highTicks };
      return;
    }
    spike.lastNs = lastNs;
    spike.volume = volume;
    spike.lowTicks = Math.min(spike.lowTicks, lowTicks);
    spike.highTicks = Math.max(spike.highTicks, highTicks);
    if (multiple <= spike.multiple) return;
    spike.greatest = burst;
    spike.multiple = multiple;
  }

  #label(spike: Spike): void {
    const market = this.#market;
    this.#spike = null;
    const { greatest, multiple, fromNs, lastNs } = spike;
    market.onLabel({
      id: `${NAME}-${market.instrumentId}-${++this.#serial}`,
      type: 'volume_spike',
      sub: 'organic',
      side: null,
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(fromNs),
      t1Ns: market.exchangeNs(lastNs),
      tEvidentNs: market.exchangeNs(greatest.evidentNs),
      priceLowTicks: spike.lowTicks,
      priceHighTicks: spike.highTicks,
      qty: spike.volume - spike.volumeBefore,
      agentIds: [`${NAME}/${this.#serial}`],
      orderIds: [],
      params: {
        multiple: Math.round(100 * multiple) / 100,
        seconds: Math.round((lastNs - fromNs) / 1e7) / 100,
        usualPerSecond: Math.round(greatest.usualPerSecond * 100) / 100,
      },
      // A spike is a fact about volume, regardless of its cause: a burst held the multiple over its whole length, or only
      // touched it.
      observability: multiple >= SPIKE_MULTIPLE ? 'strong' : 'weak',
      success: null,
    });
  }
}
