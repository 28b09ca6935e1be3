/** One price that keeps trading on a feed of sampled levels: how much of it never showed. */
import { type Judgement, type ModelSpec, UNKNOWN_JUDGEMENT } from '#calibration/judge.ts';

export const CONFLATED_MODEL: ModelSpec = {
  name: 'iceberg_conflated',
  version: 1,
  features: [
    'hidden',
    'replenishments',
    'tradesPerReplenishment',
    'hiddenShare',
    'shown',
    'steadiness',
    'duration',
  ],
  truth: { from: 'labels', type: 'iceberg', sub: 'native' },
};

export class LevelEpisode {
  side = 0;
  priceTicks = 0;
  /** Displayed when the first trade came, and at the last sample. */
  shownAtStart = 0;
  shown = 0;
  /** Contracts traded since it began, and since the last sample of the level. */
  traded = 0;
  tradedSince = 0;
  trades = 0;
  /** Sum of what the level was seen to gain from sample to sample. */
  gained = 0;
  /** Samples that showed more than the trades had left, and all samples with trades before them. */
  replenishments = 0;
  samples = 0;
  /** Least hidden size when it was judged last. */
  judgedHidden = 0;
  startHi = 0;
  startLo = 0;
  startMs = 0;
  lastHi = 0;
  lastLo = 0;
  lastMs = 0;
  degraded = false;
  key = '';
  raised = false;
  detectedNs = 0n;
  judgement: Judgement = UNKNOWN_JUDGEMENT;
  readonly features = new Float64Array(CONFLATED_MODEL.features.length);

  begin(side: number, priceTicks: number, shown: number): void {
    this.side = side;
    this.priceTicks = priceTicks;
    this.shownAtStart = shown;
    this.shown = shown;
    this.traded = 0;
    this.tradedSince = 0;
    this.trades = 0;
    this.gained = 0;
    this.replenishments = 0;
    this.samples = 0;
    this.judgedHidden = 0;
    this.key = '';
    this.raised = false;
  }

  /** Contracts that traded at the price and were never shown, at least. */
  get hidden(): number {
    return Math.max(0, this.traded - this.shownAtStart - this.gained);
  }

  noteTrade(size: number): void {
    this.traded += size;
    this.tradedSince += size;
    this.trades += 1;
  }

  /** The level was sampled again. */
  noteSample(shown: number): void {
    if (shown > this.shown) this.gained += shown - this.shown;
    if (this.tradedSince > 0) {
      this.samples += 1;
      if (shown > Math.max(0, this.shown - this.tradedSince)) this.replenishments += 1;
    }
    this.shown = shown;
    this.tradedSince = 0;
  }

  /** `depth`: contracts usual at the best price. */
  writeFeatures(depth: number): void {
    const { features, hidden } = this;
    features[0] = Math.log2(1 + hidden / depth);
    features[1] = Math.log2(1 + this.replenishments);
    features[2] = Math.log2(1 + this.trades / Math.max(1, this.replenishments));
    features[3] = hidden / Math.max(1, this.traded);
    features[4] = Math.log2((1 + this.shownAtStart) / (1 + depth));
    features[5] = this.replenishments / Math.max(1, this.samples);
    features[6] = Math.log10(1 + (this.lastMs - this.startMs) / 1000);
  }
}
