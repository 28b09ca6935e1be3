/** The two models of spoofing-like patterns: one withdrawal by itself, and a sequence of like ones. */
import type { ModelSpec } from '#calibration/judge.ts';

const CYCLE_FEATURES = [
  'size',
  'distance',
  'layers',
  'age',
  'fillFraction',
  'imbalanceLift',
  'chase',
  'answer',
  'timing',
  'oppositeRatio',
  'sizeRarity',
  'distanceRarity',
  'restRarity',
  'remainder',
  'othersWithdrew',
  'bustle',
  'flipped',
  'flip',
  'chaseRarity',
] as const;

/** One withdrawal around an opposite fill: weak evidence by its nature. */
export const SPOOFING_SINGLE_MODEL: ModelSpec = {
  name: 'spoofing_single',
  version: 2,
  features: CYCLE_FEATURES,
  truth: { from: 'labels', type: 'spoofing', sub: null },
};

/** From the second withdrawal of a sequence on. */
export const SPOOFING_MODEL: ModelSpec = {
  name: 'spoofing',
  version: 3,
  features: [
    ...CYCLE_FEATURES,
    'evidence',
    'unanswered',
    'likeness',
    'likeSoon',
    'likeSize',
    'likeDistance',
    'likeLayers',
    'likeGenuine',
    'likeDelay',
    'meanSizeRarity',
    'meanRestRarity',
    'meanAnswer',
    'best',
    'secondBest',
    'sizeSpread',
    'reversion',
  ],
  truth: { from: 'labels', type: 'spoofing', sub: null },
};
