/** How often agents act: figures without which no precision or recall means anything. */

/** Mean numbers an hour and instrument. */
export interface Prevalence {
  readonly nativeIcebergsPerHour: number;
  /** Stops placed alone; about a third of them is elected. */
  readonly singleStopsPerHour: number;
  /** Clusters of several stops beyond one level. */
  readonly stopClustersPerHour: number;
  /** Traders who look for a cluster to push the price into. */
  readonly huntsPerHour: number;
}

/** Close to plausible life (simulator reference, 3.2): 10 to 20 icebergs, 20 to 60 events with stops, 1 to 3 runs an hour. */
export const PLAUSIBLE_LIFE: Prevalence = {
  nativeIcebergsPerHour: 15,
  singleStopsPerHour: 90,
  stopClustersPerHour: 1.5,
  huntsPerHour: 0.5,
};

/** Nothing but the crowd: for false alarms an hour. */
export const CLEAN: Prevalence = {
  nativeIcebergsPerHour: 0,
  singleStopsPerHour: 0,
  stopClustersPerHour: 0,
  huntsPerHour: 0,
};
