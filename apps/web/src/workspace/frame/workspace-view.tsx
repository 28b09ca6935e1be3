/** A layout on a wide screen: its bar, its panes in their places, the separators between them. */
import type { Layout, Pane, StoredLayout, Tier } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useInstruments } from '#api/market/instruments.ts';
import { Banners } from '#features/market-data/banners.tsx';
import { EventAnnouncer } from '#features/market-data/event-announcer.tsx';
import { StatusBar } from '#features/market-data/status-bar.tsx';
import { openSurface } from '#lib/state/surface.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { toast } from '#ui/overlays/toast-state.ts';
import { paneEntry } from '#workspace/panes/pane-registry.ts';
import { neighbourPane, paneById } from '#workspace/tree/layout-edits.ts';
import { type PlacedPane, placesOf } from '#workspace/tree/pane-places.ts';
import { LayoutBar } from './layout-bar.tsx';
import { hasEvidence, LinkSheet } from './link-sheet.tsx';
import { PaneFeeds } from './pane-feeds.tsx';
import { PaneFrame } from './pane-frame.tsx';
import { PaneHints } from './pane-hints.tsx';
import { percent } from './percent.ts';
import { openPane, useShownWorkspace } from './shown-workspace.ts';
import { SplitBar } from './split-bar.tsx';
import type { LayoutSync } from './use-layout-sync.ts';
import { usePaneKeys } from './use-pane-keys.ts';
import { usePaneWindows } from './use-windows.ts';
import { useWorkspace, type Workspace } from './use-workspace.ts';
import './workspace.css';

export interface WorkspaceViewProps {
  readonly rows: readonly StoredLayout[];
  readonly row: StoredLayout;
  readonly layout: Layout;
  readonly tier: Tier;
  readonly sync: LayoutSync;
}

const WHOLE = { x: 0, y: 0, width: 1, height: 1 };

/** One sheet for each link whose panes have no evidence among them. */
function Sheets({ panes, sync }: { readonly panes: readonly Pane[]; readonly sync: LayoutSync }): ReactNode {
  const links = new Map<string, Pane>();
  for (const pane of panes) {
    const key = pane.link ?? pane.id;
    if (!links.has(key)) links.set(key, pane);
  }
  return [...links]
    .filter(([, pane]) => !hasEvidence(panes, pane))
    .map(([key, pane]) => (
      <LinkSheet key={key} link={sync.bus.linkOf(pane.id, pane.link)} instrumentId={pane.instrumentId} />
    ));
}

/** Focuses the pane beside another one; false past the ends. */
function step(box: HTMLElement | null, workspace: Workspace, paneId: string, by: 1 | -1): boolean {
  const { root } = workspace.shown;
  // Behind a maximised pane the others are not there to go to
  const next = root === null || workspace.maximisedId !== null ? null : neighbourPane(root, paneId, by);
  const frame = next === null ? null : box?.querySelector<HTMLElement>(`[data-pane="${next.id}"]`);
  frame?.focus();
  return frame !== null && frame !== undefined;
}

function PlanLine({ text }: { readonly text: string }): ReactNode {
  return (
    <div className="flex flex-none items-center gap-3 border-line border-b bg-surface px-3 py-1.5">
      <span className="grow text-text-2">{text}</span>
      <Button size="small" onClick={() => openSurface.set('plans')}>
        Upgrade Plan
      </Button>
    </div>
  );
}

function NoPanes(): ReactNode {
  return (
    <div className="pane">
      <EmptyBlock title="Layouts are part of the plans" text="The panes of this layout are kept." />
    </div>
  );
}

export function WorkspaceView({ rows, row, layout, tier, sync }: WorkspaceViewProps): ReactNode {
  // Without its pane the evidence would open as a sheet over what is left
  const workspace = useWorkspace(row, layout, tier, ({ id, kind, link }) => {
    if (kind === 'evidence') sync.bus.linkOf(id, link).eventId.set(null);
  });
  const windows = usePaneWindows(sync.channel, row.id);
  const [box, setBox] = useState<HTMLElement | null>(null);
  const symbols = useInstruments().data ?? [];
  const symbolOf = (id: number): string => symbols.find((one) => one.id === id)?.symbol ?? '';
  const { shown, maximisedId, focusedId } = workspace;
  const { panes, bars } = shown.root === null ? { panes: [], bars: [] } : placesOf(shown.root);
  const openWindow = (paneId: string): void => {
    if (!windows.open(paneId))
      toast({
        title: 'Window refused',
        text: 'The browser did not open it. Allow pop-ups for this page.',
        destructive: true,
      });
  };
  const onStep = (paneId: string, by: 1 | -1): boolean => step(box, workspace, paneId, by);
  usePaneKeys(workspace, {
    onWindow: openWindow,
    onStep,
    onOpen: (kind) => openPane(workspace, kind),
  });
  useShownWorkspace(workspace, sync.bus);
  const focused = paneById(layout.root, focusedId);
  const nameOf = (pane: Pane): string => paneEntry(pane.kind)?.title ?? pane.kind;
  const place = ({ pane, place: own }: PlacedPane) => (maximisedId === pane.id ? WHOLE : own);
  return (
    <div className="workspace">
      <LayoutBar rows={rows} workspace={workspace} tier={tier} />
      {focused === undefined ? null : <Banners instrumentId={focused.instrumentId} />}
      {shown.text === null ? null : <PlanLine text={shown.text} />}
      <PaneFeeds instrumentIds={panes.map(({ pane }) => pane.instrumentId).filter(workspace.mayShow)} />
      <div className="panes" ref={setBox}>
        {panes.length === 0 ? <NoPanes /> : null}
        {panes.map((placed) => (
          <div
            key={placed.pane.id}
            className="pane-place"
            data-hidden={maximisedId !== null && maximisedId !== placed.pane.id}
            style={{
              left: percent(place(placed).x),
              top: percent(place(placed).y),
              width: percent(place(placed).width),
              height: percent(place(placed).height),
            }}
          >
            <PaneFrame
              pane={placed.pane}
              workspace={workspace}
              link={sync.bus.linkOf(placed.pane.id, placed.pane.link)}
              symbol={symbolOf(placed.pane.instrumentId)}
              isElsewhere={windows.elsewhere.has(placed.pane.id)}
              onWindow={() => openWindow(placed.pane.id)}
              onReturn={() => windows.bringBack(placed.pane.id)}
              onStep={(by) => onStep(placed.pane.id, by)}
            />
          </div>
        ))}
        {maximisedId === null
          ? bars.map((bar) => (
              <SplitBar
                key={bar.id}
                bar={bar}
                box={box}
                label={`Resize ${nameOf(bar.firstPane)} and ${nameOf(bar.secondPane)}`}
                onShare={(share) => workspace.resize(bar.id, share)}
              />
            ))
          : null}
      </div>
      {focused === undefined ? null : (
        <>
          <EventAnnouncer instrumentId={focused.instrumentId} />
          <StatusBar instrumentId={focused.instrumentId} keys={<PaneHints />} />
        </>
      )}
      <Sheets panes={panes.map(({ pane }) => pane)} sync={sync} />
    </div>
  );
}
