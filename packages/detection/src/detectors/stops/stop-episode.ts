/** One run of elected stops in one direction, from its first stop to its outcome. */
import { SIDE_BID } from '@undertow/market';
import type { Judgement } from '#calibration/judge.ts';
import type { Election } from './stop-election.ts';
import type { ReferenceLevel } from './stop-levels.ts';

/** Match events kept as evidence; later ones are only counted. */
const MAX_ELECTIONS = 128;

/** The conditions of opening the run, as measured then. */
export interface OpenedOn {
  readonly stops: number;
  readonly neededStops: number;
  readonly contracts: number;
  readonly neededContracts: number;
  readonly tailProbability: number;
  readonly neededProbability: number;
  readonly baselineWarm: boolean;
  /** Depth on the side that the stops trade against, in medians of it. */
  readonly thinning: number;
  readonly sigma1Ticks: number;
}

/** How likely a level drove the run, and how likely price returns. */
export interface RunForecast {
  readonly levelDriven: Judgement;
  readonly reversal: Judgement;
}

export type RunOutcome = 'running' | 'pending' | 'reversal' | 'continuation' | 'interrupted';

export class StopEpisode {
  readonly side: number;
  readonly startNs: bigint;
  readonly startMs: number;
  readonly triggerTicks: number;
  readonly level: ReferenceLevel | null;
  readonly openedOn: OpenedOn;
  readonly detectedNs: bigint;
  readonly elections: Election[] = [];
  stops = 0;
  contracts = 0;
  lowTicks: number;
  highTicks: number;
  levelsSwept = 0;
  lastNs: bigint;
  lastMs: number;
  degraded = false;
  expired = false;
  outcome: RunOutcome = 'running';
  outcomeMs: number | null = null;
  /** Contracts of all aggressors in the run's direction since it opened, stops included. */
  sameSideContracts = 0;
  /** Last results of the models. */
  forecast: RunForecast | null = null;
  /** When the mid returned inside the level; NaN while it is beyond. */
  insideSinceMs = Number.NaN;

  constructor(
    first: Election,
    side: number,
    level: ReferenceLevel | null,
    openedOn: OpenedOn,
    detectedNs: bigint,
  ) {
    this.side = side;
    this.startNs = first.timeNs;
    this.startMs = first.timeMs;
    this.triggerTicks = first.firstTicks;
    this.level = level;
    this.openedOn = openedOn;
    this.detectedNs = detectedNs;
    this.lowTicks = first.lowTicks;
    this.highTicks = first.highTicks;
    this.lastNs = first.timeNs;
    this.lastMs = first.timeMs;
  }

  /** Price that the outcome is measured from: the level, or the first stop where no level was breached. */
  get anchorTicks(): number {
    return this.level?.priceTicks ?? this.triggerTicks;
  }

  get rangeTicks(): number {
    return this.highTicks - this.lowTicks;
  }

  /** Furthest price beyond the anchor, in ticks. */
  get overshootTicks(): number {
    return this.side === SIDE_BID ? this.highTicks - this.anchorTicks : this.anchorTicks - this.lowTicks;
  }

  add(election: Election): void {
    this.stops += election.stops;
    this.contracts += election.contracts;
    this.reach(election.lowTicks, election.highTicks);
    this.levelsSwept = Math.max(this.levelsSwept, election.levelsSwept);
    this.lastNs = election.timeNs;
    this.lastMs = election.timeMs;
    this.degraded = election.degraded;
    this.expired = false;
    if (this.elections.length < MAX_ELECTIONS) this.elections.push(election);
  }

  reach(lowTicks: number, highTicks: number): void {
    this.lowTicks = Math.min(this.lowTicks, lowTicks);
    this.highTicks = Math.max(this.highTicks, highTicks);
  }
}
