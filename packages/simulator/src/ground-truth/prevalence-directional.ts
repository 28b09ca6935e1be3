/** How often the directional agents and the shapes that only look like them act, an hour and instrument. */

export interface DirectionalPrevalence {
  /** Bursts of many times the usual volume. */
  readonly volumeShocksPerHour: number;
  /** Orders too large for the book, worked for minutes to hours. */
  readonly metaordersPerHour: number;
  /** Prices that traders remember and defend with a known probability. */
  readonly plantedLevelsPerHour: number;
  /** Breakouts planned to fail; some never find a swing to break. */
  readonly trapsPerHour: number;
  /** Plans to sweep through a swing without stops; like the next two, most never get a swing that suits. */
  readonly sweepNewsPerHour: number;
  /** Quiet drifts through a swing with one or two stops. */
  readonly thinDriftsPerHour: number;
  /** Breakouts that continue. */
  readonly trueBreakoutsPerHour: number;
  /** Runs of one sign made by many small traders. */
  readonly herdsPerHour: number;
}

export const DIRECTIONAL_LIFE: DirectionalPrevalence = {
  volumeShocksPerHour: 1.5,
  metaordersPerHour: 1.5,
  plantedLevelsPerHour: 2.5,
  trapsPerHour: 0.8,
  sweepNewsPerHour: 2,
  thinDriftsPerHour: 4,
  trueBreakoutsPerHour: 2.5,
  herdsPerHour: 1.5,
};

export const DIRECTIONAL_CLEAN: DirectionalPrevalence = {
  volumeShocksPerHour: 0,
  metaordersPerHour: 0,
  plantedLevelsPerHour: 0,
  trapsPerHour: 0,
  sweepNewsPerHour: 0,
  thinDriftsPerHour: 0,
  trueBreakoutsPerHour: 0,
  herdsPerHour: 0,
};

export const DIRECTIONAL_DENSE: DirectionalPrevalence = {
  volumeShocksPerHour: 8,
  metaordersPerHour: 5,
  plantedLevelsPerHour: 8,
  trapsPerHour: 6,
  sweepNewsPerHour: 8,
  thinDriftsPerHour: 16,
  trueBreakoutsPerHour: 10,
  herdsPerHour: 4,
};
