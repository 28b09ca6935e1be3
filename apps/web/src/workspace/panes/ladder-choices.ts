/** What a ladder is set to, read from the settings of its pane. */
import type { PaneSettings } from '@undertow/contracts';

export interface LadderChoices {
  /** A column of orders beside each size. */
  readonly hasOrders: boolean;
  /** What sold and bought count. */
  readonly count: 'bar' | 'session';
}

export function ladderChoices(settings: PaneSettings): LadderChoices {
  return {
    hasOrders: settings['orders'] === true,
    count: settings['count'] === 'session' ? 'session' : 'bar',
  };
}
