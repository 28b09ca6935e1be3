/** One chain of orders that followed each other's fills at a price: what was seen of it, and its features. */
import { SIDE_BID } from '@undertow/market';
import { type Judgement, type ModelSpec, UNKNOWN_JUDGEMENT } from '#calibration/judge.ts';
import type { TraderHabits } from './iceberg-synthetic-odds.ts';

export const SYNTHETIC_MODEL: ModelSpec = {
  name: 'iceberg_synthetic',
  version: 2,
  features: [
    'llr',
    'links',
    'delaySpread',
    'equalSmall',
    'volumeShare',
    'sliceSize',
    'meanRatio',
    'requoteWithoutFill',
    'impatience',
    'cancelled',
    'atTouch',
    'twin',
    'moved',
    'retreated',
    'executed',
    'evidenceRank',
    'rivals',
  ],
  truth: { from: 'labels', type: 'iceberg', sub: 'synthetic' },
};

/** What the score loses in each second without a slice at rest. */
const DECAY_PER_SECOND = 0.05;
/** A chain that ended is soon given up, however long it was. */
const MAX_SCORE = 16;
const MEAN_WEIGHT = 0.1;
/**
 * How often a second those act who quote, and those who only sell or buy, when the best price has left their order. Waiting
 * is no evidence of the latter: makers that keep their places in the queue wait too.
 */
const QUOTING = 0.5;
const WORKING = 0.02;
const MAX_IMPATIENCE = 8;
/** Sizes up to this multiple of the median are common. */
const COMMON = 3;
/** A spread of 1 is assumed as of so many links. */
const USUAL_SPREAD_LINKS = 2;
/** Delays and sizes of one trader on both sides lie within this, as logarithms. */
const LIKE_DELAY = 0.7;
const LIKE_SIZE = 0.5;
/** Links kept as evidence. */
const KEPT = 16;

export interface ChainScale {
  /** Median size of orders, and contracts usual at the best price. */
  readonly orderSize: number;
  readonly depth: number;
  /** Share of the candidates of the session with weaker evidence. */
  readonly rank: number;
  /** Candidates of the last minutes beside it. */
  readonly rivals: number;
}

export class SyntheticChain implements TraderHabits {
  inUse = false;
  side = 0;
  /** Order that holds the newest slice, and whether it still rests. */
  orderHi = 0;
  orderLo = 0;
  resting = false;
  priceTicks = 0;
  lowTicks = 0;
  highTicks = 0;
  startHi = 0;
  startLo = 0;
  startPriceTicks = 0;
  /** Exchange time of the fill that began it and of the newest link; of its last activity. */
  startMs = 0;
  lastHi = 0;
  lastLo = 0;
  lastMs = 0;
  /** Exchange time up to which its evidence has faded. */
  aliveMs = 0;
  score = 0;
  links = 0;
  equalLinks = 0;
  touchLinks = 0;
  /** How much a chain of the other side resembles it, 0 to 1. */
  twin = 0;
  /** Mean evidence of its latest fills, missed links included. */
  meanRatio = 0;
  movedLinks = 0;
  /** Of them, those to a worse price. */
  retreats = 0;
  requotes = 0;
  /** Seconds for which its slice rested two ticks or more behind the best price. */
  awaySeconds = 0;
  cancels = 0;
  executed = 0;
  /** Levels: contracts traded at the price since the newest slice came. */
  tradedSince = 0;
  levelVolume = 0;
  sizeSum = 0;
  sliceSize = 0;
  logDelaySum = 0;
  logDelaySquares = 0;
  degraded = false;
  /** Made when it is judged first. */
  key = '';
  raised = false;
  detectedNs = 0n;
  judgement: Judgement = UNKNOWN_JUDGEMENT;
  readonly delays = new Float64Array(KEPT);
  readonly sizes = new Int32Array(KEPT);
  readonly prices = new Int32Array(KEPT);
  readonly features = new Float64Array(SYNTHETIC_MODEL.features.length);

  /** Begins again with the slice whose fill came first. */
  begin(side: number, priceTicks: number, size: number, timeMs: number): void {
    this.inUse = true;
    this.side = side;
    this.priceTicks = priceTicks;
    this.lowTicks = priceTicks;
    this.highTicks = priceTicks;
    this.startPriceTicks = priceTicks;
    this.startMs = timeMs;
    this.lastMs = timeMs;
    this.aliveMs = timeMs;
    this.score = 0;
    this.links = 0;
    this.equalLinks = 0;
    this.touchLinks = 0;
    this.twin = 0;
    this.meanRatio = 0;
    this.movedLinks = 0;
    this.retreats = 0;
    this.requotes = 0;
    this.awaySeconds = 0;
    this.cancels = 0;
    this.executed = size;
    this.levelVolume = size;
    this.sizeSum = size;
    this.sliceSize = size;
    this.logDelaySum = 0;
    this.logDelaySquares = 0;
    this.key = '';
    this.raised = false;
    this.resting = false;
  }

  get meanSize(): number {
    return this.sizeSum / (this.links + 1);
  }

  /** The next slice came `delayMs` after the fill of the one before. */
  link(delayMs: number, size: number, priceTicks: number, ratio: number): void {
    const at = this.links % KEPT;
    this.delays[at] = delayMs;
    this.sizes[at] = size;
    this.prices[at] = priceTicks;
    const logDelay = Math.log(Math.max(delayMs, 0.01));
    this.links += 1;
    this.weigh(ratio);
    this.logDelaySum += logDelay;
    this.logDelaySquares += logDelay * logDelay;
    if (size === this.sliceSize) this.equalLinks += 1;
    if (priceTicks !== this.priceTicks) {
      this.movedLinks += 1;
      if (priceTicks < this.priceTicks === (this.side === SIDE_BID)) this.retreats += 1;
    }
    this.sizeSum += size;
    this.rest(size, priceTicks);
  }

  /** What one fill shows: the ratio of its link, or of none. Old evidence is worth no more than a bound. */
  weigh(ratio: number): void {
    this.score = Math.min(MAX_SCORE, this.score + ratio);
    const weight = Math.max(MEAN_WEIGHT, 1 / Math.max(1, this.links));
    this.meanRatio += weight * (ratio - this.meanRatio);
  }

  /** The slice now rests at a price. */
  rest(size: number, priceTicks: number): void {
    this.sliceSize = size;
    this.tradedSince = 0;
    this.resting = true;
    this.priceTicks = priceTicks;
    if (priceTicks < this.lowTicks) this.lowTicks = priceTicks;
    if (priceTicks > this.highTicks) this.highTicks = priceTicks;
  }

  /** Its newest slice was filled: resting time carries no information. */
  noteFilled(timeMs: number): void {
    this.resting = false;
    this.aliveMs = timeMs;
  }

  /** Time passed while no slice rested: evidence fades. */
  fadeTo(timeMs: number): void {
    const seconds = (timeMs - this.aliveMs) / 1000;
    if (seconds <= 0) return;
    if (this.score > 0) this.score = Math.max(0, this.score - DECAY_PER_SECOND * seconds);
    this.aliveMs = timeMs;
  }

  /** Deviation of the logarithm of its delays, about their coefficient of variation; as of two more links that vary. */
  get delaySpread(): number {
    const mean = this.logDelaySum / this.links;
    const own = Math.max(0, this.logDelaySquares - this.links * mean * mean);
    return Math.sqrt((USUAL_SPREAD_LINKS + own) / (USUAL_SPREAD_LINKS + this.links));
  }

  /** Logarithm of a likelihood ratio, from 0 on: a quoting trader follows the price at once, a working one waits. */
  get #impatience(): number {
    const waited = (QUOTING - WORKING) * this.awaySeconds;
    const acted = this.requotes * Math.log(QUOTING / WORKING);
    return Math.max(0, Math.min(MAX_IMPATIENCE, acted - waited));
  }

  /**
   * Compares itself with a chain of the other side: a maker's two quotes have sizes and delays of one law. 0 to 1, the
   * more links the surer.
   */
  resemblance(other: SyntheticChain): number {
    if (!other.inUse || other.side === this.side || other.links < 2) return 0;
    const delay = this.logDelaySum / this.links - other.logDelaySum / other.links;
    const size = Math.log(this.meanSize / other.meanSize);
    const like = Math.exp(-((delay / LIKE_DELAY) ** 2 + (size / LIKE_SIZE) ** 2) / 2);
    return like * Math.min(1, other.links / this.links);
  }

  writeFeatures({ orderSize, depth, rank, rivals }: ChainScale): void {
    const { features, links } = this;
    features[0] = Math.log1p(Math.max(0, this.score));
    features[1] = Math.log2(1 + links);
    features[2] = Math.min(4, this.delaySpread);
    // Equal sizes prove little where the size is common.
    features[3] = ((this.equalLinks + 0.5) / (links + 1)) * Math.min(1, (COMMON * orderSize) / this.meanSize);
    features[4] = Math.min(1, this.executed / Math.max(1, this.levelVolume));
    features[5] = Math.log2(this.meanSize / Math.max(1, orderSize));
    features[6] = this.meanRatio;
    features[7] = this.requotes / (links + this.requotes + 2);
    features[8] = this.#impatience;
    features[9] = this.cancels / (links + this.cancels + 2);
    features[10] = this.touchLinks / links;
    features[11] = this.twin;
    features[12] = this.movedLinks / (links + 2);
    features[13] = this.retreats / (links + 2);
    features[14] = Math.log2(1 + this.executed / Math.max(1, depth));
    features[15] = -Math.log(1 - rank);
    features[16] = Math.log2(1 + rivals);
  }
}
