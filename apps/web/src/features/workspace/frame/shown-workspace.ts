/** The workspace on screen, for what acts on it from outside: the palette and its keys. */
import { type PaneKind, panesOf } from '@undertow/contracts';
import { useEffect } from 'react';
import type { LinkBus } from '#features/workspace/links/link-bus.ts';
import { paneById } from '#features/workspace/tree/layout-edits.ts';
import { Observable } from '#lib/state/observable.ts';
import { toast } from '#ui/overlays/toast-state.ts';
import type { AddPlace, Workspace } from './use-workspace.ts';

export interface ShownWorkspace {
  readonly workspace: Workspace;
  /** Chooses an event for the panes that are linked with the focused one. */
  readonly chooseEvent: (eventId: string) => void;
}

/** Null: no layout of the user's own is on screen. */
export const shownWorkspace = new Observable<ShownWorkspace | null>(null);

/** For as long as the component is there. */
export function useShownWorkspace(workspace: Workspace, bus: LinkBus): void {
  useEffect(() => {
    const { focusedId, layout } = workspace;
    const link = bus.linkOf(focusedId, paneById(layout.root, focusedId)?.link ?? null);
    shownWorkspace.set({ workspace, chooseEvent: link.eventId.set });
  });
  useEffect(() => () => shownWorkspace.set(null), []);
}

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
