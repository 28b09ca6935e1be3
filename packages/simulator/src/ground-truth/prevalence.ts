/** How often agents act: figures without which no precision or recall means anything. */
import { CROWD_CLEAN, CROWD_DENSE, CROWD_LIFE, type CrowdPrevalence } from './prevalence-crowd.ts';
import {
  DIRECTIONAL_CLEAN,
  DIRECTIONAL_DENSE,
  DIRECTIONAL_LIFE,
  type DirectionalPrevalence,
} from './prevalence-directional.ts';
import { PASSIVE_CLEAN, PASSIVE_DENSE, PASSIVE_LIFE, type PassivePrevalence } from './prevalence-passive.ts';

/** Mean numbers an hour and instrument. */
export interface Prevalence extends CrowdPrevalence, DirectionalPrevalence, PassivePrevalence {
  readonly nativeIcebergsPerHour: number;
  /** Positions protected by a stop or two of their own; about a third of them is stopped out. */
  readonly singleStopsPerHour: number;
  /** Clusters of several stops beyond one level. */
  readonly stopClustersPerHour: number;
  /** Traders who look for a cluster to push the price into. */
  readonly huntsPerHour: number;
}

/**
 * Close to real markets (simulator reference, 3.2): 10 to 20 icebergs, 20 to 60 events with stops, 1 to 3 runs an hour.
 */
export const PLAUSIBLE_LIFE: Prevalence = {
  ...CROWD_LIFE,
  ...PASSIVE_LIFE,
  ...DIRECTIONAL_LIFE,
  // Defenders and metaorders work through icebergs too: together about twenty.
  nativeIcebergsPerHour: 9,
  singleStopsPerHour: 56,
  stopClustersPerHour: 1.5,
  huntsPerHour: 0.5,
};

/** Nothing but the crowd: for false alarms an hour. */
export const CLEAN: Prevalence = {
  ...CROWD_CLEAN,
  ...PASSIVE_CLEAN,
  ...DIRECTIONAL_CLEAN,
  nativeIcebergsPerHour: 0,
  singleStopsPerHour: 0,
  stopClustersPerHour: 0,
  huntsPerHour: 0,
};

/** Not even makers or those who know what a product is worth: for the null generator. */
export const NOBODY: Prevalence = {
  ...CLEAN,
  marketMakers: 0,
  valueMovesPerHour: 0,
  trendClipsPerHour: 0,
  fadesPerHour: 0,
};

/** Many of everything, for statistics of training: precision measured here does not carry over to real markets. */
export const DENSE: Prevalence = {
  ...CROWD_DENSE,
  ...PASSIVE_DENSE,
  ...DIRECTIONAL_DENSE,
  nativeIcebergsPerHour: 40,
  singleStopsPerHour: 120,
  stopClustersPerHour: 12,
  huntsPerHour: 6,
};

export const SCENARIO_NAMES = ['clean', 'sparse', 'dense'] as const;
export type Scenario = (typeof SCENARIO_NAMES)[number];

export const SCENARIOS: Readonly<Record<Scenario, Prevalence>> = {
  clean: CLEAN,
  sparse: PLAUSIBLE_LIFE,
  dense: DENSE,
};
