/** Two instruments that usually move together: who leads, whether they still do, and how far apart they have come. */
import { MINUTE_MS } from '@undertow/market';
import { type LagFinding, LagStudy, lagSteps } from './cross-market-lags.ts';
import { type CoMovement, coMovement, type MidSeries } from './cross-market-series.ts';

/** Mid changes of this time are searched for a lag. */
const LAG_SPAN_MS = 15 * MINUTE_MS;
const HOUR = 60;
const SHORT = 5;
/** Minutes before an hour's correlation means anything. */
const MIN_MINUTES = 30;
/** A lag is claimed below this share of turns, from this distance on, in so many studies in a row. */
const NEEDED_P = 0.01;
const NEEDED_Z = 4.5;
const NEEDED_STUDIES = 2;
/** Lags of one grid step more or less are the same lag. */
const SAME_STEPS = 1;
/** Five minutes scatter by this at least; a difference below the other is insignificant however steady the hour was. */
const MIN_DEVIATION = 0.12;
const MIN_BREAK = 0.2;
const MAX_CORRELATION = 0.999;

export interface LeadLag extends LagFinding {
  readonly correlation: number;
}

/** The state of a pair after a minute. NaN where too little is known. */
export interface PairMinute {
  readonly timeMs: number;
  readonly shortCorrelation: number;
  readonly hourCorrelation: number;
  /** Fisher's z of their difference. */
  readonly breakZ: number;
  /** Ticks by which the second has moved in five minutes beyond what the first's move implies, and its z. */
  readonly divergenceTicks: number;
  readonly divergenceZ: number;
}

export class MarketPair {
  /** Lead-lag that is claimed now. */
  lead: LeadLag | null = null;
  readonly #x: MidSeries;
  readonly #y: MidSeries;
  readonly #study = new LagStudy();
  readonly #minutes: CoMovement[] = [];
  /** Minute moves of both, ticks. */
  readonly #moves: (readonly [x: number, y: number])[] = [];
  readonly #shortHistory: number[] = [];
  #endX = Number.NaN;
  #endY = Number.NaN;
  #candidate: LagFinding | null = null;
  #agreed = 0;

  constructor(x: MidSeries, y: MidSeries) {
    this.#x = x;
    this.#y = y;
  }

  /** A minute is over: its co-movement, and a new study of lags. */
  onMinute(timeMs: number): PairMinute {
    this.#minutes.push(coMovement(this.#x, this.#y, timeMs - MINUTE_MS, timeMs));
    if (this.#minutes.length > HOUR) this.#minutes.shift();
    this.#moves.push([this.#x.lastTicks - this.#endX, this.#y.lastTicks - this.#endY]);
    if (this.#moves.length > HOUR) this.#moves.shift();
    this.#endX = this.#x.lastTicks;
    this.#endY = this.#y.lastTicks;
    this.#study.begin(this.#x, this.#y, timeMs - LAG_SPAN_MS, timeMs);
    const short = this.#correlation(SHORT);
    const hour = this.#correlation(HOUR);
    const breakZ = this.#breakZ(short, hour);
    if (!Number.isNaN(short)) this.#shortHistory.push(fisher(short));
    if (this.#shortHistory.length > HOUR) this.#shortHistory.shift();
    return {
      timeMs,
      shortCorrelation: short,
      hourCorrelation: hour,
      breakZ,
      ...this.#divergence(),
    };
  }

  /** One step of the study of lags. True when the claimed lead may have changed. */
  step(): boolean {
    if (!this.#study.isRunning) return false;
    const finding = this.#study.step();
    if (finding === null) return false;
    const holds = finding.p < NEEDED_P && finding.z >= NEEDED_Z && finding.lagMs !== 0;
    const agrees =
      holds && this.#candidate !== null && lagSteps(finding.lagMs, this.#candidate.lagMs) <= SAME_STEPS;
    this.#agreed = agrees ? this.#agreed + 1 : holds ? 1 : 0;
    this.#candidate = holds ? finding : null;
    this.lead =
      this.#agreed >= NEEDED_STUDIES
        ? { ...finding, correlation: this.#correlation(LAG_SPAN_MS / MINUTE_MS) }
        : null;
    return true;
  }

  /** After a hole in either feed nothing is measured across it. */
  interrupt(): void {
    this.#study.end();
    this.#minutes.length = 0;
    this.#moves.length = 0;
    this.#shortHistory.length = 0;
    this.#endX = Number.NaN;
    this.#endY = Number.NaN;
    this.#candidate = null;
    this.#agreed = 0;
    this.lead = null;
  }

  /** Of the last minutes; NaN where one of the two did not move. */
  #correlation(minutes: number): number {
    let covariance = 0;
    let varianceX = 0;
    let varianceY = 0;
    for (const minute of this.#minutes.slice(-minutes)) {
      covariance += minute.covariance;
      varianceX += minute.varianceX;
      varianceY += minute.varianceY;
    }
    const scale = Math.sqrt(varianceX * varianceY);
    if (!(scale > 0)) return Number.NaN;
    return Math.min(MAX_CORRELATION, Math.max(-MAX_CORRELATION, covariance / scale));
  }

  /** The scatter of five-minute correlations is taken from the last hour: changes are no independent draws. */
  #breakZ(short: number, hour: number): number {
    if (this.#shortHistory.length < MIN_MINUTES || Number.isNaN(short)) return Number.NaN;
    if (Math.abs(short - hour) < MIN_BREAK) return 0;
    const mean = this.#shortHistory.reduce((sum, value) => sum + value, 0) / this.#shortHistory.length;
    const variance =
      this.#shortHistory.reduce((sum, value) => sum + (value - mean) ** 2, 0) / this.#shortHistory.length;
    return (fisher(short) - fisher(hour)) / Math.max(MIN_DEVIATION, Math.sqrt(variance));
  }

  /** Residual of the last five minutes in a regression of minute moves without a constant. */
  #divergence(): { divergenceTicks: number; divergenceZ: number } {
    const known = this.#moves.filter(([x, y]) => Number.isFinite(x) && Number.isFinite(y));
    if (known.length < MIN_MINUTES) return { divergenceTicks: Number.NaN, divergenceZ: Number.NaN };
    // The minutes that are judged do not count towards what is usual.
    const usual = known.slice(0, -SHORT);
    let xx = 0;
    let xy = 0;
    for (const [x, y] of usual) {
      xx += x * x;
      xy += x * y;
    }
    const beta = xx > 0 ? xy / xx : 0;
    const variance = usual.reduce((sum, [x, y]) => sum + (y - beta * x) ** 2, 0) / usual.length;
    const ticks = known.slice(-SHORT).reduce((sum, [x, y]) => sum + y - beta * x, 0);
    const deviation = Math.sqrt(variance * SHORT);
    return { divergenceTicks: ticks, divergenceZ: deviation > 0 ? ticks / deviation : 0 };
  }
}

function fisher(correlation: number): number {
  return Math.atanh(correlation);
}
