/** The workspace on screen, for what acts on it from outside: the palette and its keys. */
import { type PaneKind, panesOf } from '@undertow/contracts';
import { paneById } from '#features/workspace/tree/layout-edits.ts';
import { Observable } from '#lib/state/observable.ts';
import { toast } from '#ui/overlays/toast-state.ts';
import type { AddPlace, Workspace } from './use-workspace.ts';

/** Null: no layout of the user's own is on screen. */
export const shownWorkspace = new Observable<Workspace | null>(null);

/** A pane of the kind with the instrument of the focused one, where the layout has it. */
export function openPaneOf(workspace: Workspace, kind: PaneKind, instrumentId: number): string | null {
  const { root } = workspace.shown;
  const found =
    root === null
      ? undefined
      : panesOf(root).find((pane) => pane.kind === kind && pane.instrumentId === instrumentId);
  return found?.id ?? null;
}

function focusPane(paneId: string): void {
  // A new pane is in the page after the next frame
  requestAnimationFrame(() =>
    document.querySelector<HTMLElement>(`[data-pane="${CSS.escape(paneId)}"]`)?.focus(),
  );
}

/** Goes to the pane of this kind, or adds it; says so where the plan has no room. */
export function openPane(
  workspace: Workspace,
  kind: PaneKind,
  { instrumentId, place }: { readonly instrumentId?: number; readonly place?: AddPlace } = {},
): void {
  const focused = paneById(workspace.layout.root, workspace.focusedId);
  const id = instrumentId ?? focused?.instrumentId ?? 1;
  const open = place === undefined ? openPaneOf(workspace, kind, id) : null;
  const shown =
    open ?? workspace.add(kind, { instrumentId: id, timeframe: focused?.timeframe ?? '10m' }, place);
  if (shown === null) {
    toast({
      title: 'No room for another pane',
      text: `Your plan has ${workspace.panesLimit} panes in a layout. Close one first.`,
      destructive: true,
    });
    return;
  }
  workspace.focus(shown);
  focusPane(shown);
}
