/** A stretch in which much more trades than usual: its contents so far, and the input of the judge. */
import { NO_PRICE, type RoundColumns, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import type { Judgement, ModelSpec } from '#calibration/judge.ts';
import type { SpikeWindow } from './volume-spike-window.ts';

export const VOLUME_SPIKE: ModelSpec = {
  name: 'volume_spike',
  version: 4,
  features: [
    'z of 10 s',
    'improbability of 10 s',
    'improbability of 60 s',
    'z of aggressors in 10 s',
    'multiple of the last minutes, 10 s',
    'multiple of the last half hour, 10 s',
    'multiple of the greater usual, 10 s',
    'multiple of the greater usual, 60 s',
    'multiple of the 50 s before',
    'multiple of the whole burst',
    'multiple of its height',
    'one-sidedness',
    'share of the largest trade',
    'duration',
  ],
  truth: { from: 'labels', type: 'volume_spike', sub: null, strongOnly: true },
};

/** From this share of one direction on a spike has a side. */
const SIDED_SHARE = 0.65;
const MAX_Z = 15;
const MAX_DECADES = 12;
const MAX_LOG = 6;
const MAX_DURATION_MS = 30_000;

export interface SpikeWindows {
  readonly tenSeconds: SpikeWindow;
  readonly minute: SpikeWindow;
  readonly tenSecondTrades: SpikeWindow;
}

/** Contracts of ten seconds that are usual: by the last minutes, by the last half hour, and the greater of the two. */
export interface UsualVolume {
  readonly minutes: number;
  readonly halfHour: number;
  readonly greater: number;
}

/** Contracts of the windows that end now. */
export interface WindowVolume {
  readonly tenSeconds: number;
  readonly minute: number;
}

export class VolumeBurst {
  readonly startMs: number;
  readonly startNs: bigint;
  readonly startTicks: number;
  /** Last instant at which it was unusual. */
  activeMs: number;
  volume: number;
  /** Aggressive buy less sell volume. */
  signed: number;
  aggressors = 0;
  largest = 0;
  lowTicks: number;
  highTicks: number;
  /** Most that a window of ten seconds held, and what is usual in it. */
  peak = 0;
  judgement: Judgement | null = null;
  /** Set once it is raised. */
  detectedNs: bigint | null = null;

  constructor(timeMs: number, timeNs: bigint, midTicks: number, volume: number, signed: number) {
    this.startMs = timeMs;
    this.startNs = timeNs;
    this.startTicks = Math.round(midTicks);
    this.activeMs = timeMs;
    this.volume = volume;
    this.signed = signed;
    this.lowTicks = Math.floor(midTicks);
    this.highTicks = Math.ceil(midTicks);
  }

  add(rounds: RoundColumns, round: number): void {
    const size = rounds.size[round]!;
    const priceTicks = rounds.priceTicks[round]!;
    this.volume += size;
    if (rounds.side[round] === SIDE_BID) this.signed += size;
    else if (rounds.side[round] === SIDE_ASK) this.signed -= size;
    this.aggressors += 1;
    this.largest = Math.max(this.largest, size);
    if (priceTicks === NO_PRICE) return;
    this.lowTicks = Math.min(this.lowTicks, priceTicks);
    this.highTicks = Math.max(this.highTicks, priceTicks);
  }

  /** Share of its volume that bought. */
  get buyShare(): number {
    return this.volume === 0 ? 0.5 : (1 + this.signed / this.volume) / 2;
  }

  get side(): number {
    if (this.buyShare >= SIDED_SHARE) return SIDE_BID;
    return this.buyShare <= 1 - SIDED_SHARE ? SIDE_ASK : SIDE_NONE;
  }

  features(timeMs: number, windows: SpikeWindows, now: WindowVolume, usual: UsualVolume): number[] {
    const { tenSeconds, minute, tenSecondTrades } = windows;
    const seconds = (timeMs - this.startMs) / 1000;
    return [
      bounded(tenSeconds.z, MAX_Z),
      decades(tenSeconds.tailProbability),
      decades(minute.tailProbability),
      bounded(tenSecondTrades.z, MAX_Z),
      multiple(now.tenSeconds, usual.minutes),
      multiple(now.tenSeconds, usual.halfHour),
      multiple(now.tenSeconds, usual.greater),
      multiple(now.minute, 6 * usual.greater),
      // A market that was all but silent for fifty seconds is measured by a part of what is usual.
      multiple(now.tenSeconds, Math.max((now.minute - now.tenSeconds) / 5, usual.greater / 10)),
      // It began with ten seconds that were loud already.
      multiple(this.volume, usual.greater * (1 + seconds / 10)),
      multiple(this.peak, usual.greater),
      Math.abs(2 * this.buyShare - 1),
      this.volume === 0 ? 0 : Math.min(1, this.largest / this.volume),
      Math.log1p(Math.min(1000 * seconds, MAX_DURATION_MS) / 1000),
    ];
  }
}

/** Logarithm of how many times the usual it is. */
function multiple(volume: number, usual: number): number {
  return bounded(Math.log(Math.max(volume, 0.5) / Math.max(usual, 0.5)), MAX_LOG);
}

function bounded(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}

function decades(probability: number): number {
  return Math.min(MAX_DECADES, -Math.log10(probability));
}
