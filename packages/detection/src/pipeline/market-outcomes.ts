/** What a pipeline learns of its forecasts: from day to day, recorded where it changes. */
import { NS_PER_MS } from '@undertow/market';
import { OutcomeCalibration } from '#calibration/outcome-calibration.ts';
import type { KnownOutcomes } from '#facts/pipeline-baselines.ts';
import type { CalibrationRow } from '#track-record/track-row.ts';

export class MarketOutcomes {
  /** Null where forecasts are stated as trained. */
  readonly calibration: OutcomeCalibration | null;
  readonly #sinceMs: number;
  #sinceOpenMs: number;

  /** `sinceOpenMs`: of the last instant that was received; NaN before the first. */
  constructor(known: KnownOutcomes | null | undefined, sinceOpenMs: number) {
    this.#sinceMs = known?.sinceMs ?? Number.NEGATIVE_INFINITY;
    this.#sinceOpenMs = sinceOpenMs;
    this.calibration = known === null ? null : new OutcomeCalibration(known?.states, known?.sinceMs);
  }

  /** Serves what was learnt in a trading day when the next one begins, and returns the row that says so; else null. */
  followDay(instrumentId: number, timeMs: number, sinceOpenMs: number): CalibrationRow | null {
    const isNewDay = sinceOpenMs < this.#sinceOpenMs;
    this.#sinceOpenMs = sinceOpenMs;
    if (!isNewDay || this.calibration === null || timeMs < this.#sinceMs) return null;
    this.calibration.endSession();
    const atNs = String(BigInt(timeMs) * NS_PER_MS);
    const states = this.calibration.states();
    return { kind: 'calibration', signalId: `calibration|${atNs}`, instrumentId, atNs, states };
  }

  save(): { readonly outcomes: KnownOutcomes | null; readonly sinceOpenMs: number } {
    const states = this.calibration?.states();
    return {
      outcomes: states === undefined ? null : { states, sinceMs: this.#sinceMs },
      sinceOpenMs: this.#sinceOpenMs,
    };
  }
}
