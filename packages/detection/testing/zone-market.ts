/** A map of levels with one zone that a test opens, prices that come to it one at a time, and a clock. */
import { NO_PRICE, SIDE_ASK, SIDE_BID } from '@undertow/market';
import { LevelMap } from '#level-map/level-map.ts';
import { Swings } from '#statistics/swings.ts';
import type { MarketView } from '#view/market-view.ts';
import { type PlainFacts, plainView } from './plain-view.ts';

/** Price of the zone's near edge: the highest of a support, the lowest of a resistance. */
const EDGE = 1003;
const ZONE_TICKS = 4;
/** Of the touch test: how far away price must have been, how far a bounce goes, and what breaks. */
const STEP = { thetaTicks: 8, bounceTicks: 6, breakTicks: 2 };
export const ZONE_START_MS = 1_703_602_800_000;

type Changeable<T> = { -readonly [Key in keyof T]: T[Key] };

export class ZoneMarket {
  readonly view: Changeable<MarketView>;
  readonly map: LevelMap;
  readonly side: number;
  /** False discovery rate of every zone. */
  rate = 0.05;

  /** The zone is a support or a resistance by its side; all else is mirrored with it. */
  constructor(side: number, facts: PlainFacts = {}) {
    this.side = side;
    const levels = { priorHighTicks: null, priorLowTicks: null, priorSettlementTicks: null };
    this.view = plainView({
      tier: 'L1T',
      timeMs: ZONE_START_MS,
      atr10Ticks: 10,
      lastTicks: NO_PRICE,
      swings: new Swings(),
      levels: levels as never,
      ...facts,
    });
    this.map = new LevelMap(this.view);
    this.map.falseDiscoveryRate = () => this.rate;
    this.view.levelMap = this.map;
    this.open(0);
  }

  /** Price so many ticks outside the zone's near edge; negative inside and beyond. */
  price(away: number): number {
    return this.side === SIDE_BID ? EDGE + away : EDGE - away;
  }

  /** Another zone takes the place; `away` is where its near edge lies. */
  open(slot: number, away = 0): void {
    const low = this.side === SIDE_BID ? this.price(away) - ZONE_TICKS + 1 : this.price(away);
    this.map.touches.open(slot, low, low + ZONE_TICKS - 1);
    this.map.records.clear(slot);
    this.map.serial[slot]! += 1;
    this.map.bornMs[slot] = this.view.timeMs;
    this.map.version += 1;
  }

  /** The zone was touched so often from its side, and turned price each time. */
  hold(touches: number, slot = 0): this {
    this.map.touches.role[slot] = this.side;
    this.map.touches.touches[slot] = touches;
    this.map.touches.bounces[slot] = touches;
    return this;
  }

  /** One trade of ten contracts, so many ticks outside the near edge. */
  trade(away: number): this {
    const priceTicks = this.price(away);
    const towards = this.side === SIDE_BID ? SIDE_ASK : SIDE_BID;
    const at = {
      timeMs: this.view.timeMs,
      lowTicks: priceTicks,
      highTicks: priceTicks,
      lastTicks: priceTicks,
    };
    this.map.touches.step({ ...STEP, ...at });
    this.map.prices.addTrade(priceTicks, 10, towards);
    this.map.version += 1;
    this.view.lastTicks = priceTicks;
    return this;
  }
}
