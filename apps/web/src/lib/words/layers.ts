/** Layers of the chart in the order of their switches. */
import type { Preferences } from '@undertow/contracts';

export const LAYER_WORDS: readonly (readonly [keyof Preferences['layers'], string])[] = [
  ['volume', 'Volume and delta'],
  ['profile', 'Volume profile'],
  ['vwap', 'VWAP'],
  ['sessionLevels', 'Session levels'],
  ['events', 'Order-flow events'],
  ['aiLevels', 'AI levels'],
];
