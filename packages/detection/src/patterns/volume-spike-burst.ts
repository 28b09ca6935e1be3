/** A stretch in which much more trades than usual: what it held so far, and what the judge is told of it. */
import { NO_PRICE, type RoundColumns, SIDE_ASK, SIDE_BID, SIDE_NONE } from '@undertow/market';
import type { Judgement, ModelSpec } from '#learning/judge.ts';
import type { SpikeWindow } from './volume-spike-window.ts';

export const VOLUME_SPIKE: ModelSpec = {
  name: 'volume_spike',
  version: 2,
  features: [
    'z of 10 s',
    'z of 60 s',
    'improbability of 10 s',
    'improbability of 60 s',
    'z of aggressors in 10 s',
    'z of aggressors in 60 s',
    'multiple of the last minutes, 10 s',
    'multiple of the last minutes, 60 s',
    'multiple of the 50 s before',
    'false discovery',
    'one-sidedness',
    'share of the largest trade',
    'duration',
  ],
  truth: { from: 'labels', type: 'volume_spike', sub: null, strongOnly: true },
};

/** From this share of one direction on a spike has a side. */
const SIDED_SHARE = 0.65;
const MOST_Z = 15;
const MOST_DECADES = 12;
const MOST_LOG = 6;
const MOST_DURATION_MS = 30_000;

export interface SpikeWindows {
  readonly tenSeconds: SpikeWindow;
  readonly minute: SpikeWindow;
  readonly tenSecondTrades: SpikeWindow;
  readonly minuteTrades: SpikeWindow;
}

/** Contracts of the windows over what the last minutes traded in as long. */
export interface Multiples {
  readonly tenSeconds: number;
  readonly minute: number;
  /** Of the last ten seconds over ten of the fifty before them. */
  readonly onset: number;
}

export class VolumeBurst {
  readonly startMs: number;
  readonly startNs: bigint;
  readonly startTicks: number;
  /** Last instant at which it stood out. */
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
  evidence = 0;
  lookedMs = Number.NEGATIVE_INFINITY;

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
    const size = rounds.size[round] as number;
    const priceTicks = rounds.priceTicks[round] as number;
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

  features(timeMs: number, windows: SpikeWindows, multiples: Multiples): number[] {
    const { tenSeconds, minute, tenSecondTrades, minuteTrades } = windows;
    const discovery = Math.min(tenSeconds.falseDiscovery, minute.falseDiscovery);
    return [
      bounded(tenSeconds.z, MOST_Z),
      bounded(minute.z, MOST_Z),
      decades(tenSeconds.tailProbability),
      decades(minute.tailProbability),
      bounded(tenSecondTrades.z, MOST_Z),
      bounded(minuteTrades.z, MOST_Z),
      bounded(Math.log(Math.max(multiples.tenSeconds, 1e-3)), MOST_LOG),
      bounded(Math.log(Math.max(multiples.minute, 1e-3)), MOST_LOG),
      bounded(Math.log(Math.max(multiples.onset, 1e-3)), MOST_LOG),
      decades(discovery),
      Math.abs(2 * this.buyShare - 1),
      this.volume === 0 ? 0 : Math.min(1, this.largest / this.volume),
      Math.log1p(Math.min(timeMs - this.startMs, MOST_DURATION_MS) / 1000),
    ];
  }
}

function bounded(value: number, most: number): number {
  return Math.min(most, Math.max(-most, value));
}

function decades(probability: number): number {
  return Math.min(MOST_DECADES, -Math.log10(probability));
}
