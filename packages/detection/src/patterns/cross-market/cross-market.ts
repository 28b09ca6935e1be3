/**
 * Several markets at once: which of two leads and by how much, whether they have stopped moving together, and whether
 * one has moved without the other. Only exchange times are compared. Reference: detection, 11.7.
 */
import { type FeedTier, type Instrument, MINUTE_MS, NS_PER_MS, type Pattern } from '@undertow/market';
import type { EmitPattern } from '#view/detector.ts';
import { MarketPair, type PairMinute } from './cross-market-pair.ts';
import { type CrossKind, crossMarketPattern, type PairFacts } from './cross-market-pattern.ts';
import { MidSeries } from './cross-market-series.ts';

const STEP_MS = 100;
/** A silence longer than this is a closed market. */
const MAX_GAP_MS = 10 * MINUTE_MS;
const NEEDED_Z = 3;
/** What has ended is over when its z has fallen below this. */
const OVER_Z = 2;

/** Pairs by product; `weak` where the two have little to do with each other. */
const PAIRS: readonly { readonly symbols: readonly [string, string]; readonly weak: boolean }[] = [
  { symbols: ['ES', 'NQ'], weak: false },
  { symbols: ['ES', 'YM'], weak: false },
  { symbols: ['NQ', 'YM'], weak: false },
  { symbols: ['CL', 'GC'], weak: true },
];

export interface CrossMarketOptions {
  readonly instruments: readonly Instrument[];
  readonly tier: FeedTier;
  /** Receives the patterns, each under the instrument that follows. */
  readonly emitPattern: EmitPattern;
}

/** Who leads, by symbols, and by how much. */
export interface PairLead {
  readonly leader: string;
  readonly follower: string;
  readonly lagMs: number;
}

/** What is known of a pair, for screens. */
export interface PairState extends PairMinute {
  readonly symbols: readonly [string, string];
  /** Null while none is claimed. */
  readonly lead: PairLead | null;
}

export interface CrossMarket {
  /** The mid of an instrument at an instant of the exchange; all instruments in the order of time. */
  onMid(instrumentId: number, timeMs: number, midTicks: number): void;
  /** The book of an instrument was lost or rebuilt. */
  onDiscontinuity(instrumentId: number, timeMs: number): void;
  pairs(): readonly PairState[];
}

interface WatchedPair {
  readonly first: Instrument;
  readonly second: Instrument;
  readonly weak: boolean;
  readonly pair: MarketPair;
  readonly live: Map<CrossKind, Pattern>;
  minute: PairMinute | null;
}

class LiveCrossMarket implements CrossMarket {
  readonly #options: CrossMarketOptions;
  readonly #series = new Map<number, MidSeries>();
  readonly #watched: WatchedPair[] = [];
  #minuteMs = Number.NaN;
  #stepMs = Number.NaN;

  constructor(options: CrossMarketOptions) {
    this.#options = options;
    for (const { symbols, weak } of PAIRS) {
      const [first, second] = symbols.map((symbol) =>
        options.instruments.find((one) => one.symbol === symbol),
      );
      if (!first || !second) continue;
      const pair = new MarketPair(this.#seriesOf(first.id), this.#seriesOf(second.id));
      this.#watched.push({ first, second, weak, pair, live: new Map(), minute: null });
    }
  }

  onMid(instrumentId: number, timeMs: number, midTicks: number): void {
    this.#runClock(timeMs);
    if (Number.isFinite(midTicks)) this.#series.get(instrumentId)?.add(timeMs, midTicks);
  }

  onDiscontinuity(instrumentId: number, timeMs: number): void {
    this.#series.get(instrumentId)?.clear();
    for (const watched of this.#watched) {
      if (watched.first.id !== instrumentId && watched.second.id !== instrumentId) continue;
      watched.pair.interrupt();
      for (const kind of [...watched.live.keys()]) this.#end(watched, kind, timeMs);
    }
  }

  pairs(): readonly PairState[] {
    return this.#watched.flatMap((watched) => {
      const { first, second, pair, minute } = watched;
      if (minute === null) return [];
      const lead = pair.lead === null ? null : leadOf(watched, pair.lead.lagMs);
      return [{ ...minute, symbols: [first.symbol, second.symbol] as const, lead }];
    });
  }

  #seriesOf(instrumentId: number): MidSeries {
    let series = this.#series.get(instrumentId);
    if (series === undefined) {
      series = new MidSeries();
      this.#series.set(instrumentId, series);
    }
    return series;
  }

  /** Minutes and steps of exchange time that passed before the instant. */
  #runClock(timeMs: number): void {
    if (timeMs < this.#stepMs + STEP_MS) return;
    if (Number.isNaN(this.#stepMs) || timeMs - this.#stepMs > MAX_GAP_MS) this.#restart(timeMs);
    while (this.#stepMs + STEP_MS <= timeMs) {
      this.#stepMs += STEP_MS;
      if (this.#stepMs >= this.#minuteMs + MINUTE_MS) {
        this.#minuteMs += MINUTE_MS;
        for (const watched of this.#watched) this.#turnMinute(watched);
      }
      for (const watched of this.#watched) {
        if (watched.pair.step()) this.#emitLead(watched, this.#stepMs);
      }
    }
  }

  #restart(timeMs: number): void {
    this.#stepMs = Math.floor(timeMs / STEP_MS) * STEP_MS;
    this.#minuteMs = Math.floor(timeMs / MINUTE_MS) * MINUTE_MS;
    for (const watched of this.#watched) {
      watched.pair.interrupt();
      for (const kind of [...watched.live.keys()]) this.#end(watched, kind, timeMs);
    }
  }

  #turnMinute(watched: WatchedPair): void {
    const minute = watched.pair.onMinute(this.#minuteMs);
    watched.minute = minute;
    this.#follow(watched, 'correlation_break', Math.abs(minute.breakZ), minute.timeMs);
    this.#follow(watched, 'divergence', Math.abs(minute.divergenceZ), minute.timeMs);
  }

  #follow(watched: WatchedPair, kind: CrossKind, z: number, timeMs: number): void {
    const isLive = watched.live.has(kind);
    if (z >= NEEDED_Z || (isLive && z >= OVER_Z)) this.#emit(watched, kind, timeMs);
    else if (isLive) this.#end(watched, kind, timeMs);
  }

  #emitLead(watched: WatchedPair, timeMs: number): void {
    const { pair, live } = watched;
    const shown = live.get('lead_lag');
    const lag = pair.lead?.lagMs ?? 0;
    const follower = lag > 0 ? watched.second : watched.first;
    // A lead that turned round is another finding.
    if (shown !== undefined && (pair.lead === null || shown.instrumentId !== follower.id)) {
      this.#end(watched, 'lead_lag', timeMs);
    }
    if (pair.lead !== null) this.#emit(watched, 'lead_lag', timeMs);
  }

  #emit(watched: WatchedPair, kind: CrossKind, timeMs: number): void {
    const before = watched.live.get(kind);
    const facts = this.#factsOf(watched, timeMs);
    if (facts === null) return;
    const pattern = crossMarketPattern(kind, facts, before);
    watched.live.set(kind, pattern);
    this.#options.emitPattern(pattern, before === undefined ? 'new' : 'update');
  }

  #end(watched: WatchedPair, kind: CrossKind, timeMs: number): void {
    const pattern = watched.live.get(kind);
    if (pattern === undefined) return;
    watched.live.delete(kind);
    const nowNs = BigInt(Math.round(timeMs)) * NS_PER_MS;
    this.#options.emitPattern({ ...pattern, status: 'expired', expiresNs: nowNs }, 'update');
  }

  #factsOf(watched: WatchedPair, timeMs: number): PairFacts | null {
    const { first, second, weak, pair, minute } = watched;
    if (minute === null) return null;
    return {
      first,
      second,
      weak,
      lead: pair.lead,
      minute,
      firstTicks: this.#seriesOf(first.id).lastTicks,
      secondTicks: this.#seriesOf(second.id).lastTicks,
      timeNs: BigInt(Math.round(timeMs)) * NS_PER_MS,
      tier: this.#options.tier,
    };
  }
}

function leadOf({ first, second }: WatchedPair, lagMs: number): PairLead {
  const [leader, follower] = lagMs > 0 ? [first, second] : [second, first];
  return { leader: leader.symbol, follower: follower.symbol, lagMs: Math.abs(lagMs) };
}

/**
 * Watches the pairs among the instruments. Memory is bounded: 16,384 mid changes an instrument, an hour of minutes a
 * pair.
 */
export function createCrossMarket(options: CrossMarketOptions): CrossMarket {
  return new LiveCrossMarket(options);
}
