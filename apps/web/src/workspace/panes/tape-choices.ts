/** What a tape is set to, read from the settings of its pane. */
import type { PaneSettings } from '@undertow/contracts';

/** Sizes that can be chosen, in contracts. */
export const TAPE_SIZES = [1, 2, 5, 10, 20, 50, 100, 200, 500] as const;

export interface TapeChoices {
  readonly minSize: number;
  readonly blockSize: number;
  /** 0: no sound. */
  readonly soundFrom: number;
}

/** What is stored may be of another release: anything else than a size from `least` on is the default. */
function sizeOf(value: PaneSettings[string] | undefined, least: number, otherwise: number): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= least ? value : otherwise;
}

export function tapeChoices(settings: PaneSettings): TapeChoices {
  return {
    minSize: sizeOf(settings['minSize'], 1, 20),
    blockSize: sizeOf(settings['blockSize'], 2, 200),
    soundFrom: sizeOf(settings['soundFrom'], 0, 0),
  };
}
