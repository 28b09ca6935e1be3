/** Watches whether a detector's probabilities still mean what they say, where the truth arrives later. */
import { brierScore, calibrationError, type Forecast, logLoss } from './reliability.ts';

/** Judged over this many resolved forecasts; a calibration error above the bound is a warning (detection, section 3.7). */
export const DRIFT_WINDOW = 500;
export const DRIFT_BOUND = 0.08;

export interface DriftState {
  readonly count: number;
  /** NaN before there was any forecast. */
  readonly brier: number;
  readonly logLoss: number;
  readonly calibrationError: number;
  /** The window is full and its calibration error above the bound. */
  readonly isDrifting: boolean;
}

export class DriftMonitor {
  private readonly recent: Forecast[] = [];
  private next = 0;

  /** A forecast whose outcome became known. */
  add(probability: number, truth: boolean): void {
    this.recent[this.next] = { probability, truth };
    this.next = (this.next + 1) % DRIFT_WINDOW;
  }

  state(): DriftState {
    const { recent } = this;
    const error = calibrationError(recent);
    return {
      count: recent.length,
      brier: brierScore(recent),
      logLoss: logLoss(recent),
      calibrationError: error,
      isDrifting: recent.length === DRIFT_WINDOW && error > DRIFT_BOUND,
    };
  }
}
