/** What each row should reach on simulated sessions of the full feed, for the tables. */

export interface Goal {
  readonly precision: number;
  readonly recall: number;
  /** At most, in sessions without anything planted. */
  readonly falseAlarmsPerHour?: number;
}

/** In the home market and its variants (simulator reference, 6.1). */
const HOME_GOALS: ReadonlyMap<string, Goal> = new Map([
  ['iceberg/native', { precision: 0.999, recall: 0.99 }],
  ['stop_election', { precision: 0.999, recall: 0.999 }],
  ['iceberg/synthetic', { precision: 0.75, recall: 0.6 }],
  ['spoofing', { precision: 0.8, recall: 0.7 }],
  ['spoofing/single', { precision: 0.55, recall: 0.4 }],
  ['absorption', { precision: 0.75, recall: 0.75 }],
  ['stop_run', { precision: 0.85, recall: 0.85 }],
  ['support', { precision: 0.65, recall: 0.65 }],
  ['resistance', { precision: 0.65, recall: 0.65 }],
  ['retail_trap_zone', { precision: 0.65, recall: 0.6 }],
  ['volume_spike', { precision: 0.95, recall: 0.95 }],
  ['institutional_activity', { precision: 0.75, recall: 0.65 }],
]);

/** In families that the calibrators never saw; rows that are not named have the goals of the home market. */
const FAMILY_GOALS: ReadonlyMap<string, Goal> = new Map([
  ['iceberg/synthetic', { precision: 0.75, recall: 0.55, falseAlarmsPerHour: 0.3 }],
  ['spoofing', { precision: 0.85, recall: 0.6, falseAlarmsPerHour: 0.1 }],
  ['absorption', { precision: 0.7, recall: 0.55, falseAlarmsPerHour: 0.3 }],
  ['stop_burst', { precision: 0.95, recall: 0.9, falseAlarmsPerHour: 0.2 }],
  ['stop_run', { precision: 0.9, recall: 0.7, falseAlarmsPerHour: 0.1 }],
  ['retail_trap_zone', { precision: 0.6, recall: 0.5 }],
]);

const HOME = ['g1', 'g4'];

/** None in the null, where nothing is to be found. */
export function goalOf(row: string, generator: string): Goal | undefined {
  if (generator === 'g0') return undefined;
  const home = HOME_GOALS.get(row);
  return HOME.includes(generator) ? home : (FAMILY_GOALS.get(row) ?? home);
}

/** Of every probability in the home market, and pooled over families. */
export function maxCalibrationError(generator: string): number {
  return generator === 'families' ? 0.05 : 0.04;
}

/** Above the naive rule of the same sessions. */
export const NEEDED_ABOVE_BASELINE = 0.15;
/** Forecasts of the hidden rest of icebergs: Brier skill against the constant base rate, and coverage of the 80 % band. */
export const FORECAST_SKILL_GOAL = 0.1;
export const COVERAGE_GOAL = { least: 0.75, most: 0.85 } as const;
/** Share of lags within a step of the grid, and the most claims about markets that share nothing. */
export const LEAD_GOALS = { right: 0.9, falseClaims: 0.01 } as const;
