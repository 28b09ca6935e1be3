/** When the venue matches orders: opening auctions, the daily close, and pauses after a price has run too far. */
import { CME_CALENDAR, MS_NS, SECOND_NS, SIDE_ASK, SIDE_BID } from '@undertow/market';
import type { RowEncoder } from '#engine/encoder.ts';
import type { MatchingEngine } from '#engine/matching-engine.ts';
import type { TimeOfDay } from '#flow/day-shape.ts';
import type { RandomStream } from '#random/random.ts';

/** Places in `TRADING_STATUSES`. */
const STATUS_PREOPEN = 0;
const STATUS_OPEN = 1;
const STATUS_HALT = 2;
const STATUS_CLOSE = 3;

/** An opening requested by an option comes this long after the session's first instant, nanoseconds. */
const OPENING_AFTER_NS = 30 * SECOND_NS;
const NEVER = Number.POSITIVE_INFINITY;

export interface VenueHoursOptions {
  readonly engine: MatchingEngine;
  readonly encoder: RowEncoder;
  readonly random: RandomStream;
  readonly startMs: number;
  readonly timeOfDay: TimeOfDay;
  readonly openingAuction: boolean;
  readonly sizeFactor: number;
  /** Contracts that are auctioned on average. */
  readonly auctionContracts: number;
}

/** While trading is stopped nobody acts: the session postpones everybody's plans by the length of the stop. */
export class VenueHours {
  /** The next change of state, nanoseconds since the session began. */
  nextNs: number;
  isOpen = true;
  readonly #options: VenueHoursOptions;
  #closeNs = NEVER;
  #wantsPause = 0;

  constructor(options: VenueHoursOptions) {
    this.#options = options;
    const isShut = options.timeOfDay === 'exchange' && CME_CALENDAR.marketPhase(options.startMs) !== 'open';
    this.nextNs = NEVER;
    if (isShut || options.openingAuction) this.nextNs = 0;
    else this.#planClose(0);
  }

  /** A watcher of the price requests a pause; it begins after the current event. */
  requestPause(lengthNs: number): void {
    this.#wantsPause = lengthNs;
  }

  /** Whether a stop of this length begins now because of a request, or 0. */
  takePause(nowNs: number): number {
    const lengthNs = this.#wantsPause;
    if (lengthNs === 0) return 0;
    this.#wantsPause = 0;
    this.#options.encoder.status(nowNs, STATUS_HALT);
    return this.#stop(nowNs, lengthNs);
  }

  /** The planned change happens. Returns for how long nobody acts, 0 when trading begins. */
  change(nowNs: number): number {
    if (!this.isOpen) {
      this.#open(nowNs);
      return 0;
    }
    const { encoder, startMs, timeOfDay } = this.#options;
    const nowMs = startMs + nowNs / MS_NS;
    encoder.status(nowNs, nowNs === 0 ? STATUS_PREOPEN : STATUS_CLOSE);
    const isOpenHour = timeOfDay === 'flat' || CME_CALENDAR.marketPhase(nowMs) === 'open';
    return this.#stop(
      nowNs,
      isOpenHour ? OPENING_AFTER_NS : Math.round((CME_CALENDAR.nextOpenMs(nowMs) - nowMs) * MS_NS),
    );
  }

  #stop(nowNs: number, lengthNs: number): number {
    this.isOpen = false;
    this.nextNs = nowNs + lengthNs;
    return lengthNs;
  }

  #open(nowNs: number): void {
    this.isOpen = true;
    this.#auction(nowNs);
    this.#options.encoder.status(nowNs, STATUS_OPEN);
    this.#planClose(nowNs);
  }

  #planClose(nowNs: number): void {
    if (this.#options.timeOfDay === 'exchange' && (this.#closeNs === NEVER || this.#closeNs <= nowNs)) {
      const nowMs = this.#options.startMs + nowNs / MS_NS;
      const day = CME_CALENDAR.tradingDayOf(nowMs);
      this.#closeNs = Math.round((CME_CALENDAR.sessionBounds(day).closeMs - this.#options.startMs) * MS_NS);
    }
    this.nextNs = this.#closeNs;
  }

  /** Traders crowd at the best price of a side, then others who were entered for the auction trade with them. */
  #auction(nowNs: number): void {
    const { engine, random, auctionContracts, sizeFactor } = this.#options;
    const side = random.chance(0.5) ? SIDE_BID : SIDE_ASK;
    const price = engine.ladder.bestTicks(side);
    const contracts = random.logNormal(auctionContracts, 0.5) * sizeFactor;
    for (let waiting = 0; waiting < contracts; ) {
      const size = 1 + Math.floor(random.exponential() * 4 * sizeFactor);
      engine.addLimit(nowNs, side, price, size);
      waiting += size;
    }
    let left = Math.floor(engine.ladder.sizeAt(side, price) * (0.6 + 0.3 * random.unit()));
    const sizes: number[] = [];
    while (left > 0) {
      const size = Math.min(left, 1 + Math.floor(random.exponential() * 4 * sizeFactor));
      sizes.push(size);
      left -= size;
    }
    engine.auction(nowNs, side, sizes);
  }
}
