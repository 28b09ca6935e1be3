/** Keeps the order flow of an instrument from its match events. */
import {
  type InstrumentMarket,
  type MatchEvent,
  NO_PRICE,
  ROUND_AUCTION,
  SIDE_ASK,
  SIDE_BID,
} from '@undertow/market';
import type { DepthBaseline } from '#statistics/depth-baseline.ts';
import { DeepImbalance, queueChange } from './deep-imbalance.ts';
import { FlowIntensity } from './flow-intensity.ts';
import { FlowWindows } from './flow-windows.ts';
import { Microprice } from './microprice.ts';
import type { FlowKind, FlowWindow, OrderFlow } from './order-flow.ts';
import { TradeSigns } from './trade-signs.ts';
import { VolumeToxicity } from './volume-toxicity.ts';

const SAMPLE_EVERY_MS = 1000;

// Rows of the sliding sums
const OFI = 0;
const DEEP = 1;
const SIGNED = 2;
const VOLUME = 3;
const TRADES = 4;
const SERIES = 5;

export class LiveOrderFlow implements OrderFlow {
  /** The view's own, read by it each 100 ms. */
  readonly #depths: DepthBaseline;
  readonly #windows = new FlowWindows(SERIES);
  readonly #deep = new DeepImbalance();
  readonly #microprice = new Microprice();
  readonly #signs = new TradeSigns();
  readonly #toxicity = new VolumeToxicity();
  readonly #buys = new FlowIntensity();
  readonly #sells = new FlowIntensity();
  readonly #bidPulls = new FlowIntensity();
  readonly #askPulls = new FlowIntensity();
  #timeMs = 0;
  #sampleDueMs = 0;
  #day: string | null = null;
  /** Both best prices were known after the last event. */
  #isWhole = false;
  #bidTicks = NO_PRICE;
  #askTicks = NO_PRICE;
  #bidSize = 0;
  #askSize = 0;

  constructor(depths: DepthBaseline) {
    this.#depths = depths;
  }

  ofi(window: FlowWindow): number {
    return this.#windows.sum(OFI, window) / this.#usualDepth();
  }

  deepOfi(window: FlowWindow): number {
    return this.#windows.sum(DEEP, window) / this.#usualDepth();
  }

  signedVolume(window: FlowWindow): number {
    return this.#windows.sum(SIGNED, window);
  }

  volume(window: FlowWindow): number {
    return this.#windows.sum(VOLUME, window);
  }

  trades(window: FlowWindow): number {
    return this.#windows.sum(TRADES, window);
  }

  imbalance(levels: 1 | 5 | 10): number {
    const bid = levels === 1 ? this.#bidSize : this.#depths.depth(SIDE_BID, levels);
    const ask = levels === 1 ? this.#askSize : this.#depths.depth(SIDE_ASK, levels);
    return bid + ask === 0 ? Number.NaN : (bid - ask) / (bid + ask);
  }

  get micropriceTicks(): number {
    return this.#microprice.ticks;
  }

  get cumulativeDelta(): number {
    return this.#signs.cumulativeDelta;
  }

  get signAutocorrelation(): number {
    return this.#signs.autocorrelation;
  }

  get signRun(): number {
    return this.#signs.run;
  }

  intensity(kind: FlowKind): number {
    return this.#intensityOf(kind).rate(this.#timeMs);
  }

  intensityZ(kind: FlowKind): number {
    return this.#intensityOf(kind).z(this.#timeMs);
  }

  branching(kind: FlowKind): number {
    return this.#intensityOf(kind).branching;
  }

  get vpinPercentile(): number {
    return this.#toxicity.percentile;
  }

  /** A full 100 ms passed. */
  onClock(timeMs: number): void {
    this.#timeMs = timeMs;
    this.#windows.tick();
    if (timeMs < this.#sampleDueMs) return;
    this.#sampleDueMs = timeMs + SAMPLE_EVERY_MS;
    this.#microprice.onClock(timeMs);
    this.#buys.sample(timeMs);
    this.#sells.sample(timeMs);
    this.#bidPulls.sample(timeMs);
    this.#askPulls.sample(timeMs);
  }

  /** Takes an event in, after the detectors judged it. `isSample`: the first one of its 100 ms, which reads the depth. */
  observe(event: MatchEvent, market: InstrumentMarket, isSample: boolean): void {
    if (event.rounds.count > 0) this.#observeTrades(event, market);
    const { book } = market;
    const { bestBidTicks, bestAskTicks } = book;
    const bid = bestBidTicks === NO_PRICE ? 0 : book.levelSize(SIDE_BID, bestBidTicks);
    const ask = bestAskTicks === NO_PRICE ? 0 : book.levelSize(SIDE_ASK, bestAskTicks);
    const isSame =
      bid === this.#bidSize &&
      ask === this.#askSize &&
      bestBidTicks === this.#bidTicks &&
      bestAskTicks === this.#askTicks;
    if (!isSame) this.#observeQuote(event, bestBidTicks, bestAskTicks, bid, ask);
    if (isSample) {
      const { running } = this.#windows;
      running[DEEP]! += this.#deep.sample(book);
    }
  }

  /** After a hole in the feed nothing may be measured across it. */
  interrupt(): void {
    this.#isWhole = false;
    this.#bidSize = 0;
    this.#askSize = 0;
    this.#deep.interrupt();
    this.#microprice.interrupt();
    this.#signs.interrupt();
  }

  #observeQuote(
    { timeMs, rounds }: MatchEvent,
    bidTicks: number,
    askTicks: number,
    bid: number,
    ask: number,
  ): void {
    const isWhole = bid !== 0 && ask !== 0;
    if (isWhole && this.#isWhole) {
      const bidChange = queueChange(bidTicks - this.#bidTicks, bid, this.#bidSize);
      const askChange = queueChange(this.#askTicks - askTicks, ask, this.#askSize);
      const { running } = this.#windows;
      running[OFI] = running[OFI]! + bidChange - askChange;
      if (rounds.count === 0 && bidChange < 0) this.#bidPulls.add(timeMs);
      if (rounds.count === 0 && askChange < 0) this.#askPulls.add(timeMs);
    }
    if (isWhole) this.#microprice.observe(bidTicks, askTicks, bid, ask);
    else this.#microprice.interrupt();
    this.#isWhole = isWhole;
    this.#bidTicks = bidTicks;
    this.#askTicks = askTicks;
    this.#bidSize = bid;
    this.#askSize = ask;
  }

  #observeTrades({ rounds, timeMs }: MatchEvent, market: InstrumentMarket): void {
    if (market.facts.tradingDay !== this.#day) this.#startDay(market.facts.tradingDay);
    const { running } = this.#windows;
    for (let round = 0; round < rounds.count; round += 1) {
      if (rounds.kind[round] === ROUND_AUCTION) continue;
      const size = rounds.size[round]!;
      const side = rounds.side[round];
      running[VOLUME]! += size;
      running[TRADES]! += 1;
      if (side !== SIDE_BID && side !== SIDE_ASK) continue;
      const sign = side === SIDE_BID ? 1 : -1;
      running[SIGNED]! += sign * size;
      this.#signs.add(sign, size);
      this.#toxicity.add(timeMs, sign, size);
      (sign > 0 ? this.#buys : this.#sells).add(timeMs);
    }
  }

  #startDay(day: string | null): void {
    this.#day = day;
    this.#signs.startDay();
    this.#toxicity.startDay();
  }

  #usualDepth(): number {
    return (this.#depths.median(SIDE_BID, 1) + this.#depths.median(SIDE_ASK, 1)) / 2;
  }

  #intensityOf(kind: FlowKind): FlowIntensity {
    switch (kind) {
      case 'buy':
        return this.#buys;
      case 'sell':
        return this.#sells;
      case 'bidPull':
        return this.#bidPulls;
      case 'askPull':
        return this.#askPulls;
    }
  }
}
