/**
 * Determines for every price at which the market turned repeatedly whether hidden size rested there or it was chance.
 */
import { SECOND_NS, SIDE_BID } from '@undertow/market';
import type { Agent, MarketAccess } from '#agents/frame/market-access.ts';
import type { MarketGauge, Swing } from '#agents/frame/market-gauge.ts';
import type { EventReport } from '#engine/event-report.ts';

const NAME = 'level-watch';
const LOOK_NS = 5 * SECOND_NS;
/** Executions this long before and after a turn belong to it. */
const AROUND_NS = 90 * SECOND_NS;
const MEMORY_NS = 5400 * SECOND_NS;
/** Width of a zone as a share of the usual ten-minute range. */
const WIDTH = 0.08;
const TURNS = 3;
/** A turn was made by hidden size when this share of its contracts met an iceberg. */
const HIDDEN_SHARE = 0.35;
const MADE_TURNS = 2;
const MAX_FILLS = 4096;

interface Zone {
  readonly side: number;
  lowTicks: number;
  highTicks: number;
  readonly turns: Swing[];
  hiddenTurns: number;
  thirdNs: number;
  contracts: number;
}

export interface LevelWatchOptions {
  readonly owner: number;
  readonly isOn: boolean;
  readonly gauge: MarketGauge;
  /** Whether traders planned to defend the price. */
  readonly isPlanted: (side: number, ticks: number) => boolean;
}

/**
 * It trades nothing. A zone of at least three turns is labelled once the price has traded through it, or at the end.
 */
export class LevelWatch implements Agent {
  readonly #market: MarketAccess;
  readonly #options: LevelWatchOptions;
  readonly #zones: Zone[] = [];
  #lastSwing: Swing | null = null;
  /** Executions at rest: a ring of price, contracts, time and whether the order had a reserve. */
  readonly #price = new Int32Array(MAX_FILLS);
  readonly #size = new Int32Array(MAX_FILLS);
  readonly #time = new Float64Array(MAX_FILLS).fill(Number.NEGATIVE_INFINITY);
  readonly #hidden = new Uint8Array(MAX_FILLS);
  #fills = 0;
  #serial = 0;

  constructor(market: MarketAccess, options: LevelWatchOptions) {
    this.#market = market;
    this.#options = options;
    if (options.isOn) market.wakeIn(options.owner, LOOK_NS);
  }

  wake(): void {
    this.#market.wakeIn(this.#options.owner, LOOK_NS);
    const { swings } = this.#options.gauge;
    const newest = swings[swings.length - 1];
    if (newest !== undefined && newest !== this.#lastSwing) {
      this.#lastSwing = newest;
      this.#turned(newest);
    }
    const last = this.#market.engine.lastTradeTicks;
    for (let at = this.#zones.length - 1; at >= 0; at--) {
      const zone = this.#zones[at]!;
      const beyond = zone.side === SIDE_BID ? zone.lowTicks - last : last - zone.highTicks;
      const isOld = this.#market.nowNs - zone.turns[zone.turns.length - 1]!.timeNs > MEMORY_NS;
      if (beyond < 2 && !isOld) continue;
      this.#zones.splice(at, 1);
      this.#judge(zone);
    }
  }

  onMatch(report: EventReport): void {
    if (!this.#options.isOn) return;
    const { orders } = this.#market.engine;
    for (let at = 0; at < report.touchedCount; at++) {
      const slot = report.touchedSlot[at]!;
      const place = this.#fills++ % MAX_FILLS;
      this.#price[place] = orders.priceTicks[slot]!;
      this.#size[place] = report.touchedFilled[at]!;
      this.#time[place] = report.timeNs;
      this.#hidden[place] = orders.display[slot]! > 0 ? 1 : 0;
    }
  }

  finish(): void {
    for (const zone of this.#zones) this.#judge(zone);
    this.#zones.length = 0;
  }

  #turned(swing: Swing): void {
    const width = Math.max(1, Math.round(WIDTH * this.#options.gauge.rangeTicks));
    const made = this.#wasMade(swing, width);
    const zone = this.#zones.find(
      ({ side, lowTicks, highTicks }) =>
        side === swing.side && Math.max(highTicks, swing.ticks) - Math.min(lowTicks, swing.ticks) <= width,
    );
    if (zone === undefined) {
      this.#zones.push({
        side: swing.side,
        lowTicks: swing.ticks,
        highTicks: swing.ticks,
        turns: [swing],
        hiddenTurns: made.isHidden ? 1 : 0,
        thirdNs: -1,
        contracts: made.contracts,
      });
      return;
    }
    zone.turns.push(swing);
    zone.lowTicks = Math.min(zone.lowTicks, swing.ticks);
    zone.highTicks = Math.max(zone.highTicks, swing.ticks);
    zone.contracts += made.contracts;
    if (made.isHidden) zone.hiddenTurns++;
    if (zone.turns.length === TURNS) zone.thirdNs = this.#market.nowNs;
  }

  /** How much traded at the turn, and whether a good part of it met orders with a reserve. */
  #wasMade(swing: Swing, width: number): { readonly isHidden: boolean; readonly contracts: number } {
    let contracts = 0;
    let hidden = 0;
    for (let at = 0; at < MAX_FILLS; at++) {
      const away = Math.abs(this.#price[at]! - swing.ticks);
      if (away > width || Math.abs(this.#time[at]! - swing.timeNs) > AROUND_NS) continue;
      contracts += this.#size[at]!;
      if (this.#hidden[at] === 1) hidden += this.#size[at]!;
    }
    return { isHidden: contracts > 0 && hidden >= HIDDEN_SHARE * contracts, contracts };
  }

  #judge(zone: Zone): void {
    if (zone.turns.length < TURNS || this.#options.isPlanted(zone.side, zone.lowTicks)) return;
    const market = this.#market;
    const organic = zone.hiddenTurns >= MADE_TURNS;
    const isBid = zone.side === SIDE_BID;
    market.onLabel({
      id: `${NAME}-${market.instrumentId}-${++this.#serial}`,
      type: organic ? (isBid ? 'support' : 'resistance') : 'neg',
      sub: organic ? 'organic' : 'randomLevel',
      side: isBid ? 'bid' : 'ask',
      instrumentId: market.instrumentId,
      t0Ns: market.exchangeNs(zone.turns[0]!.timeNs),
      t1Ns: market.exchangeNs(market.nowNs),
      tEvidentNs: market.exchangeNs(zone.thirdNs),
      priceLowTicks: zone.lowTicks,
      priceHighTicks: zone.highTicks,
      qty: zone.contracts,
      agentIds: [`${NAME}/${this.#serial}`],
      orderIds: [],
      params: { touches: zone.turns.length, hiddenTurns: zone.hiddenTurns },
      observability: organic ? 'weak' : 'strong',
      success: null,
    });
  }
}
