/** How often those act who rest orders, and how often the harmless shapes appear that look like them. */

/** Mean numbers an hour and instrument. */
export interface PassivePrevalence {
  /** Traders who post a large order slice by slice. */
  readonly syntheticIcebergsPerHour: number;
  /** Traders who spoof or layer for several cycles. */
  readonly spoofSequencesPerHour: number;
  /** Traders who defend a price that is attacked. */
  readonly absorbersPerHour: number;
  /** Makers who withdraw all their layers because news is due. */
  readonly pullsPerHour: number;
  /** Large orders that are meant to trade. */
  readonly bigHonestPerHour: number;
  /** Large orders withdrawn because their own side weakens. */
  readonly bigCancelInfoPerHour: number;
  /** Legs withdrawn because the other market has traded. */
  readonly leggersPerHour: number;
  /** Bursts of orders entered and withdrawn at the touch. */
  readonly flickersPerHour: number;
  /** Makers who post the same size again after a fill. */
  readonly requotesPerHour: number;
  /** Prices at which single contracts trade densely. */
  readonly oneLotsPerHour: number;
  /** Orders that their owner changes in the moment they trade. */
  readonly partialModifiesPerHour: number;
  /** Prices with huge volume both ways and no owner. */
  readonly churnsPerHour: number;
}

/** Simulator reference, 3.2. */
export const PASSIVE_LIFE: PassivePrevalence = {
  syntheticIcebergsPerHour: 6,
  spoofSequencesPerHour: 0.6,
  absorbersPerHour: 2,
  pullsPerHour: 0.5,
  bigHonestPerHour: 4,
  bigCancelInfoPerHour: 1,
  leggersPerHour: 1,
  flickersPerHour: 2,
  requotesPerHour: 4,
  oneLotsPerHour: 3,
  partialModifiesPerHour: 3,
  churnsPerHour: 1,
};

export const PASSIVE_CLEAN: PassivePrevalence = {
  syntheticIcebergsPerHour: 0,
  spoofSequencesPerHour: 0,
  absorbersPerHour: 0,
  pullsPerHour: 0,
  bigHonestPerHour: 0,
  bigCancelInfoPerHour: 0,
  leggersPerHour: 0,
  flickersPerHour: 0,
  requotesPerHour: 0,
  oneLotsPerHour: 0,
  partialModifiesPerHour: 0,
  churnsPerHour: 0,
};

export const PASSIVE_DENSE: PassivePrevalence = {
  syntheticIcebergsPerHour: 25,
  spoofSequencesPerHour: 16,
  absorbersPerHour: 10,
  pullsPerHour: 5,
  bigHonestPerHour: 10,
  bigCancelInfoPerHour: 6,
  leggersPerHour: 6,
  flickersPerHour: 5,
  requotesPerHour: 12,
  oneLotsPerHour: 8,
  partialModifiesPerHour: 15,
  churnsPerHour: 8,
};
