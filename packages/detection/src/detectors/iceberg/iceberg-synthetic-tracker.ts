/** Links orders to the fills they follow and grows chains of them: what both kinds of feed share. */
import type { MatchEvent } from '@undertow/market';
import { MINUTE_MS } from '@undertow/market';
import { SlidingSum } from '#statistics/sliding-sum.ts';
import type { MarketView } from '#view/market-view.ts';
import { AwaySlices } from './iceberg-synthetic-away.ts';
import { SyntheticChain } from './iceberg-synthetic-chain.ts';
import { MIN_SLICE, type Slice, SliceMatcher } from './iceberg-synthetic-match.ts';
import { MISSED_RATIO, SliceOdds, sizeBin } from './iceberg-synthetic-odds.ts';
import { NO_CHAIN, WaitingFills } from './iceberg-synthetic-slots.ts';

const CHAINS = 96;
/** A chain may continue after a missed link for this long, within two ticks, with slices of about its size. */
const DORMANT_MS = 120_000;
/** As long as this much evidence remains. */
const DORMANT_SCORE = 0;
const DORMANT_TICKS = 2;
const ALIKE = 0.4;
/** A chain below that score is given up. */
const DROP_BELOW = -2;
/** A full memory keeps a chain so much longer for each unit of its score. */
const KEPT_MS_A_SCORE = 30_000;
/** From this score on a link is likely of the chain's own trader and counts that much less for the crowd. */
const OWN_HAND = 4;
const OWN_WEIGHT = 0.25;
const FADE_EVERY_MS = MINUTE_MS;
/** What was counted halves in 30 minutes. */
const FADE = 2 ** (-1 / 30);
/** A slice above this quantile of order sizes is waited for longer. */
const RARE_QUANTILE = 0.75;
/** Over which the pace of the crowd is counted. */
const PACE_MS = 1000;

interface TrackerListener {
  onLink(chain: SyntheticChain): void;
  /** The chain makes room for another one. */
  onDrop(chain: SyntheticChain): void;
}

export class SliceTracker {
  readonly chains = Array.from({ length: CHAINS }, () => new SyntheticChain());
  readonly slice: Slice = {
    side: 0,
    priceTicks: 0,
    size: 0,
    orderHi: 0,
    orderLo: 0,
    atTouch: false,
  };
  readonly away = new AwaySlices(this.chains);
  readonly #listener: TrackerListener;
  readonly #waiting = new WaitingFills();
  readonly #odds = new SliceOdds();
  readonly #matcher: SliceMatcher;
  #fadeDueMs = Number.NaN;
  #event: MatchEvent | null = null;
  #rareSize = Number.POSITIVE_INFINITY;
  readonly #pace = new SlidingSum(PACE_MS);
  readonly #onMissed = (index: number): void => this.#miss(this.chains[index]!);

  constructor(listener: TrackerListener) {
    this.#listener = listener;
    this.#matcher = new SliceMatcher(this.#waiting, this.#odds, this.chains);
  }

  /** What follows is reported as updates of this event. */
  begin(event: MatchEvent, view: MarketView): void {
    this.#event = event;
    if (event.rounds.count > 0) this.#rareSize = view.addSizeQuantile(RARE_QUANTILE);
    if (this.#waiting.count > 0) this.#waiting.expire(event.timeMs, this.#onMissed);
  }

  /** Every 100 ms of exchange time. */
  onClock(timeMs: number, view: MarketView): void {
    const { book } = view.market;
    this.away.onClock(book.bestBidTicks, book.bestAskTicks);
    if (timeMs < this.#fadeDueMs) return;
    if (!Number.isNaN(this.#fadeDueMs)) this.#odds.fade(FADE);
    this.#fadeDueMs = timeMs + FADE_EVERY_MS;
  }

  clear(): void {
    this.#waiting.clear();
    for (const chain of this.chains) chain.inUse = false;
    this.away.noteMoved();
  }

  /** Contracts that traded at a level: chains there compare themselves with all of it. */
  noteVolume(side: number, priceTicks: number, traded: number): void {
    for (let index = 0; index < CHAINS; index += 1) {
      const chain = this.chains[index]!;
      if (!chain.inUse || chain.side !== side || Math.abs(chain.priceTicks - priceTicks) > 1) continue;
      chain.levelVolume += traded;
    }
  }

  /** A resting order of `size` was filled to its end; `chain` if it was the newest slice of one. */
  noteFilled(side: number, priceTicks: number, size: number, chain: SyntheticChain | undefined): void {
    if (size < MIN_SLICE && chain === undefined) return;
    if (chain !== undefined && this.#event !== null) {
      chain.noteFilled(this.#event.timeMs);
      this.away.noteMoved();
    }
    const isPatient = size > this.#rareSize;
    this.#odds.noteFill(this.#event === null ? 0 : this.#pace.sum(this.#event.timeMs), isPatient);
    const dormant = chain === undefined ? this.#dormantChain(side, priceTicks, size) : undefined;
    const at = this.#wait(side, priceTicks, size, chain ?? dormant, 0);
    if (dormant !== undefined) this.#waiting.guessed[at] = 1;
  }

  /** The newest slice of a chain was taken away by its owner. */
  noteWithdrawn(chain: SyntheticChain): void {
    chain.resting = false;
    chain.cancels += 1;
    this.away.noteMoved();
    this.#wait(chain.side, chain.priceTicks, chain.sliceSize, chain, 1);
  }

  /** How much the most similar chain of the other side resembles one. */
  twinOf(chain: SyntheticChain): number {
    let most = 0;
    for (const other of this.chains) most = Math.max(most, chain.resemblance(other));
    return most;
  }

  /** Other chains of so many links or more that gained one within the memory of dormant chains. */
  rivalsOf(chain: SyntheticChain, links: number): number {
    let count = 0;
    for (const other of this.chains) {
      if (other === chain || !other.inUse || other.links < links) continue;
      if (chain.lastMs - other.lastMs <= DORMANT_MS) count += 1;
    }
    return count;
  }

  /** Takes `slice`: an order that has just come to rest. Returns the chain that it continues, or undefined. */
  noteOrder(): SyntheticChain | undefined {
    const { slice } = this;
    const waiting = this.#waiting;
    if (slice.size >= MIN_SLICE && this.#event !== null) this.#pace.add(this.#event.timeMs, 1);
    if (waiting.count === 0) return undefined;
    const best = this.#matcher.find(slice, (this.#event as MatchEvent).timeMs);
    if (best < 0) {
      this.#countCrowd(1);
      return undefined;
    }
    const chain = this.#linkTo(best);
    this.#countCrowd(chain.score < OWN_HAND ? 1 : OWN_WEIGHT);
    if (waiting.withdrawn[best] === 0) this.#listener.onLink(chain);
    return chain.inUse ? chain : undefined;
  }

  /** The next slice did not come: the trader is done, or there never was one. */
  #miss(chain: SyntheticChain): void {
    chain.weigh(MISSED_RATIO);
    if (chain.score >= DROP_BELOW) return;
    this.#listener.onDrop(chain);
    chain.inUse = false;
    this.away.noteMoved();
  }

  #wait(
    side: number,
    priceTicks: number,
    size: number,
    chain: SyntheticChain | undefined,
    withdrawn: 0 | 1,
  ): number {
    const waiting = this.#waiting;
    const event = this.#event as MatchEvent;
    const at = waiting.push(side, priceTicks);
    waiting.size[at] = size;
    waiting.timeMs[at] = event.timeMs;
    waiting.timeHi[at] = event.timeHi;
    waiting.timeLo[at] = event.timeLo;
    waiting.chain[at] = chain === undefined ? NO_CHAIN : this.chains.indexOf(chain);
    waiting.withdrawn[at] = withdrawn;
    waiting.patient[at] = withdrawn === 0 && size > this.#rareSize ? 1 : 0;
    return at;
  }

  /** The current order is the next slice after the waiting fill; a withdrawal is answered, not followed. */
  #linkTo(at: number): SyntheticChain {
    const { slice } = this;
    const waiting = this.#waiting;
    const { timeMs, timeHi, timeLo, degraded } = this.#event as MatchEvent;
    const chain = (this.#matcher.isNew ? undefined : this.#matcher.chainAt(at)) ?? this.#newChain(at);
    waiting.linked[at] = 1;
    this.away.noteMoved();
    chain.fadeTo(timeMs);
    chain.lastMs = timeMs;
    if (waiting.withdrawn[at] === 1) {
      chain.requotes += 1;
      chain.rest(slice.size, slice.priceTicks);
    } else {
      chain.link(timeMs - waiting.timeMs[at]!, slice.size, slice.priceTicks, this.#matcher.ratio);
      if (slice.atTouch) chain.touchLinks += 1;
    }
    chain.orderHi = slice.orderHi;
    chain.orderLo = slice.orderLo;
    chain.lastHi = timeHi;
    chain.lastLo = timeLo;
    chain.degraded = degraded;
    return chain;
  }

  #newChain(at: number): SyntheticChain {
    const { slice } = this;
    const waiting = this.#waiting;
    let chain = this.chains[0]!;
    for (const one of this.chains) {
      if (!one.inUse || keptUntilMs(one) < keptUntilMs(chain)) chain = one;
      if (!one.inUse) break;
    }
    if (chain.inUse) this.#listener.onDrop(chain);
    const priceTicks = waiting.priceTicks[at]!;
    chain.begin(slice.side, priceTicks, waiting.size[at]!, waiting.timeMs[at]!);
    chain.startHi = waiting.timeHi[at]!;
    chain.startLo = waiting.timeLo[at]!;
    return chain;
  }

  /** The chain without a resting slice that this fill most likely belongs to: one link was missed. */
  #dormantChain(side: number, priceTicks: number, size: number): SyntheticChain | undefined {
    const { timeMs } = this.#event as MatchEvent;
    let best: SyntheticChain | undefined;
    let least = ALIKE;
    for (let index = 0; index < CHAINS; index += 1) {
      const chain = this.chains[index]!;
      if (!chain.inUse || chain.resting || chain.side !== side || chain.score < DORMANT_SCORE) continue;
      if (Math.abs(chain.priceTicks - priceTicks) > DORMANT_TICKS || timeMs - chain.aliveMs > DORMANT_MS)
        continue;
      // The very size of the last slice is the closest there is.
      const apart = size === chain.sliceSize ? 0 : Math.abs(size - chain.meanSize) / chain.meanSize;
      if (apart > least) continue;
      best = chain;
      least = apart;
    }
    return best;
  }

  #countCrowd(weight: number): void {
    const { slice } = this;
    const waiting = this.#waiting;
    const { near, nearCount } = this.#matcher;
    const { timeMs } = this.#event as MatchEvent;
    const bin = sizeBin(slice.size);
    for (let index = 0; index < nearCount; index += 1) {
      const at = near[index]!;
      if (waiting.withdrawn[at] === 1) continue;
      const places = Math.abs(slice.priceTicks - waiting.priceTicks[at]!);
      this.#odds.noteOrder(timeMs - waiting.timeMs[at]!, bin, places, weight);
    }
  }
}

/** The crowd's chains are evicted first: a chain likely of one trader is kept while its slice rests. */
function keptUntilMs({ lastMs, score }: SyntheticChain): number {
  return lastMs + KEPT_MS_A_SCORE * score;
}
