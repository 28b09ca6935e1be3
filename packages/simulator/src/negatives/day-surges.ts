/** Not a volume spike: at the open and the close everybody trades more, as every day. */
import { SECOND_NS } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { MarketGauge } from '#agents/frame/market-gauge.ts';
import type { EventReport } from '#engine/event-report.ts';

const NAME = 'day-surge';
const LOOK_NS = 5 * SECOND_NS;
/** Weight of a look in the usual pace: about ten minutes. */
const USUAL_WEIGHT = 5 / 600;
const BEGINS = 1.5;
const ENDS = 1.2;

interface Surge {
  readonly fromNs: number;
  readonly volumeBefore: number;
  peak: number;
  lowTicks: number;
  highTicks: number;
}

export interface DaySurgeOptions {
  readonly owner: number;
  /** Whether surges are labelled at all: a session without labels has none. */
  readonly isOn: boolean;
  readonly gauge: MarketGauge;
}

/** It trades nothing: it uses the seasonal law by which the crowd's pace changes. */
export class DaySurges implements Agent {
  readonly #market: MarketAccess;
  readonly #options: DaySurgeOptions;
  #usual: number;
  #surge: Surge | null = null;
  #serial = 0;

  constructor(market: MarketAccess, options: DaySurgeOptions) {
    this.#market = market;
    this.#options = options;
    this.#usual = market.conditions.day.pace;
    if (options.isOn) market.wakeIn(options.owner, LOOK_NS);
  }

  wake(): void {
    const market = this.#market;
    market.wakeIn(this.#options.owner, LOOK_NS);
    const ratio = market.conditions.day.pace / this.#usual;
    this.#usual += USUAL_WEIGHT * (market.conditions.day.pace - this.#usual);
    const surge = this.#surge;
    if (surge !== null) {
      surge.peak = Math.max(surge.peak, ratio);
      if (ratio < ENDS) this.#end(surge);
    } else if (ratio >= BEGINS) {
      const mid = market.midTicks();
      this.#surge = {
        fromNs: market.nowNs,
        volumeBefore: this.#options.gauge.volume,
        peak: ratio,
        lowTicks: Math.floor(mid),
        highTicks: Math.ceil(mid),
      };
    }
  }

  onMatch(report: EventReport): void {
    const surge = this.#surge;
    if (surge === null) return;
    surge.lowTicks = Math.min(surge.lowTicks, report.lastTradeTicks);
    surge.highTicks = Math.max(surge.highTicks, report.lastTradeTicks);
  }

  finish(): void {
    if (this.#surge !== null) this.#end(this.#surge);
  }

  #end(surge: Surge): void {
    const market = this.#market;
    this.#surge = null;
    const fromNs = market.exchangeNs(surge.fromNs);
    market.onLabel({
      id: `${NAME}-${market.instrumentId}-${++this.#serial}`,
      type: 'neg',
      sub: 'todSurge',
      side: null,
      instrumentId: market.instrumentId,
      t0Ns: fromNs,
      t1Ns: market.exchangeNs(market.nowNs),
      tEvidentNs: fromNs,
      priceLowTicks: surge.lowTicks,
      priceHighTicks: surge.highTicks,
      qty: this.#options.gauge.volume - surge.volumeBefore,
      agentIds: [`${NAME}/${this.#serial}`],
      orderIds: [],
      params: { peak: Math.round(surge.peak * 100) / 100 },
      observability: 'strong',
      success: null,
    });
  }
}
