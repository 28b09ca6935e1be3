/** The detector of stop runs alone, in a market whose prices, depth and rarity of stops a test sets. */
import {
  type FeedTier,
  type FlowEvent,
  type MatchEvent,
  ROUND_STOP,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import { STOP_RUN } from '#detectors/stops/stop-run.ts';
import type { DetectionCounters, Detector, FlowEventChange, StopElection } from '#view/detector.ts';
import type { MarketView } from '#view/market-view.ts';
import { type HandRound, handEvent } from './hand-event.ts';
import { type PlainContext, plainContext } from './plain-context.ts';
import { type PlainFacts, plainView } from './plain-view.ts';

export const STOPS_START_MS = 1_703_602_800_000;
/** No level of the day is known; without swings and round numbers near by nothing is breached. */
const NO_LEVELS = {
  ...{ priorHighTicks: null, priorLowTicks: null, priorSettlementTicks: null },
  ...{ overnightHighTicks: null, overnightLowTicks: null, dayHighTicks: null, dayLowTicks: null },
  ...{ openingRangeHighTicks: null, openingRangeLowTicks: null },
};

type Changeable<T> = { -readonly [Key in keyof T]: T[Key] };

export class StopMarket {
  readonly view: Changeable<MarketView>;
  readonly detector: Detector;
  readonly raised: { readonly event: FlowEvent; readonly change: FlowEventChange }[] = [];
  readonly elections: StopElection[] = [];
  readonly counters: DetectionCounters = {
    ...{ icebergRefills: 0, icebergOrders: 0, electedStops: 0, stopEvents: 0, stopContracts: 0 },
  };
  readonly judged: PlainContext;
  /** Milliseconds since the start. */
  nowMs = 0;
  readonly #side: number;

  /** Prices are ticks in the direction of the run of this side: beyond 1001 for buys, mirrored for sells. */
  constructor(side: number, tier: FeedTier = 'L3', facts: PlainFacts = {}) {
    this.#side = side;
    this.view = plainView({
      tier,
      levels: NO_LEVELS,
      lastTicks: this.price(0),
      tradeSizeQuantile: () => 100,
      ...facts,
    });
    this.judged = plainContext(this.view);
    this.detector = STOP_RUN.create({
      ...this.judged.context,
      counters: this.counters,
      emit: (event, change) => this.raised.push({ event, change }),
      onElection: (election) => this.elections.push(election),
    });
    this.mid(0);
  }

  price(ticks: number): number {
    return this.#side === SIDE_BID ? 1001 + ticks : 999 - ticks;
  }

  get last(): FlowEvent {
    const last = this.raised.at(-1);
    if (!last) throw new Error('no event was raised');
    return last.event;
  }

  /** The mid is so many ticks beyond 1001. */
  mid(ticks: number): this {
    this.view.bestBidTicks = this.price(ticks) - 0.5;
    this.view.bestAskTicks = this.price(ticks) + 0.5;
    return this;
  }

  /** The clock, each 100 ms until so much later. */
  pass(ms: number): this {
    for (let passed = 100; passed <= ms; passed += 100) {
      this.nowMs += 100;
      this.view.timeMs = STOPS_START_MS + this.nowMs;
      this.view.sinceOpenMs += 100;
      this.detector.onClock(STOPS_START_MS + this.nowMs, this.view);
    }
    return this;
  }

  match(event: MatchEvent): this {
    this.detector.onMatch(event, this.view);
    return this;
  }

  /** A trade of the run's direction, or of the other one. */
  trade(ticks: number, size: number, isWith = true): this {
    const against = this.#side === SIDE_BID ? SIDE_ASK : SIDE_BID;
    const round = { side: isWith ? this.#side : against, priceTicks: this.price(ticks), size };
    return this.match(handEvent(STOPS_START_MS + this.nowMs, [round]));
  }

  /** One contract of a fresh order elects a stop of each size, at the price. */
  elect(ticks: number, ...sizes: readonly number[]): this {
    const at = { side: this.#side, priceTicks: this.price(ticks) };
    const stops = sizes.map((size, n): HandRound => ({ ...at, size, kind: ROUND_STOP, id: 100 + n }));
    return this.match(handEvent(STOPS_START_MS + this.nowMs, [{ ...at, size: 1, id: 9000 }, ...stops]));
  }
}
