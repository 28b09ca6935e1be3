/** Keys that act on the focused pane: timeframe, instrument, maximise, close, window. */
import { keyOf, type Pane } from '@undertow/contracts';
import { type CommandHandlers, useCommands } from '#api/account/key-commands.ts';
import { usePreferences } from '#api/account/preferences.ts';
import { useUserInstruments } from '#api/market/instruments.ts';
import { PANE_KEYS } from '#features/workspace/panes/pane-keys.ts';
import { paneEntry } from '#features/workspace/panes/pane-registry.ts';
import { paneById } from '#features/workspace/tree/layout-edits.ts';
import { TIMEFRAMES } from '#lib/words/timeframes.ts';
import type { Workspace } from './use-workspace.ts';

/** The instrument after another in the list, around its end. */
export function nextInstrument(ids: readonly number[], id: number, step: 1 | -1): number {
  const at = ids.indexOf(id);
  return ids[(at + step + ids.length) % ids.length] ?? id;
}

export function usePaneKeys(
  workspace: Workspace,
  acts: {
    readonly onWindow: (paneId: string) => void;
    readonly onStep: (paneId: string, step: 1 | -1) => boolean;
    readonly onOpen: (kind: Pane['kind']) => void;
  },
): void {
  const { focusedId, layout } = workspace;
  const { keys } = usePreferences().value;
  const active = (useUserInstruments().data ?? []).filter((row) => row.active).map((row) => row.instrumentId);
  const pane = paneById(layout.root, focusedId);
  const step = (by: 1 | -1) => (): void => {
    if (pane === undefined || active.length === 0) return;
    workspace.change(focusedId, { instrumentId: nextInstrument(active, pane.instrumentId, by) });
  };
  const timeframes = Object.fromEntries(
    TIMEFRAMES.slice(0, 9).map(({ value }, at) => [
      `timeframe${at + 1}`,
      () => workspace.change(focusedId, { timeframe: value }),
    ]),
  );
  const openers = Object.fromEntries(
    Object.entries(PANE_KEYS)
      .filter(([kind]) => paneEntry(kind as Pane['kind']) !== undefined)
      .map(([kind, command]) => [command, () => acts.onOpen(kind as Pane['kind'])]),
  );
  const handlers: CommandHandlers = {
    ...timeframes,
    ...openers,
    previousInstrument: step(-1),
    nextInstrument: step(1),
    maximisePane: () => workspace.toggleMaximised(focusedId),
    closePane: () => workspace.close(focusedId),
    undoClose: workspace.undo,
    paneWindow: () => acts.onWindow(focusedId),
    // Tab is the browser's own everywhere but on a pane itself, which handles it
    ...(keyOf('nextPane', keys) === 'Tab' ? {} : { nextPane: () => void acts.onStep(focusedId, 1) }),
  };
  useCommands(handlers);
}
