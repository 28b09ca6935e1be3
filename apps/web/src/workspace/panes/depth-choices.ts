/** What depth over time is set to, read from the settings of its pane. */
import type { PaneSettings } from '@undertow/contracts';

export const DEPTH_SIZES = [1, 10, 20, 40, 80, 150, 300] as const;

/** Orders from this size on have a bubble; anything else than a size is the default. */
export function depthMinSize({ minSize }: PaneSettings): number {
  return typeof minSize === 'number' && Number.isSafeInteger(minSize) && minSize >= 1 ? minSize : 40;
}
