/** Commands that open a kind of pane by a key. */
import type { KeyCommand, PaneKind } from '@undertow/contracts';
import { PANE_ENTRIES } from './pane-registry.ts';

export const PANE_KEYS: { readonly [Kind in PaneKind]?: KeyCommand } = {
  footprint: 'openFootprint',
  depth: 'openDepth',
  ladder: 'openLadder',
  tape: 'openTape',
};

const isBuilt = (kind: string): boolean => PANE_ENTRIES.some((entry) => entry.kind === kind);

/** Of kinds that are not built: they do nothing, and the sheet of keys leaves them out. */
export const UNBUILT_OPENERS: readonly KeyCommand[] = Object.entries(PANE_KEYS)
  .filter(([kind]) => !isBuilt(kind))
  .map(([, command]) => command);
