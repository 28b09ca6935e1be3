/** A layout on a phone: its chart on top, the other panes as tabs of a sheet that takes half or all of the height. */
import { type Layout, type Pane, panesOf, type StoredLayout, type Tier } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useUserInstruments } from '#api/market/instruments.ts';
import { Banners } from '#features/market-data/banners.tsx';
import { LiveEventsList } from '#features/market-data/live-events.tsx';
import { PhoneHead } from '#features/market-data/phone-head.tsx';
import { TabPanel, TabsList, TabsRoot } from '#ui/controls/tabs.tsx';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { LayoutTabs } from '#workspace/layouts/layout-tabs.tsx';
import { FactsPlace } from '#workspace/panes/pane-facts.tsx';
import { paneEntry } from '#workspace/panes/pane-registry.ts';
import { hasEvidence, LinkSheet } from './link-sheet.tsx';
import { PaneContent } from './pane-content.tsx';
import { PaneFeeds } from './pane-feeds.tsx';
import { barsPick, TimeframePick } from './pane-picks.tsx';
import { useShownWorkspace } from './shown-workspace.ts';
import type { LayoutSync } from './use-layout-sync.ts';
import { useWorkspace, type Workspace } from './use-workspace.ts';
import './workspace.css';

const SIGNALS = 'signals';
const SIGNALS_SHOWN = 20;

/** The pane above the sheet: the first chart, else the first pane. */
export function topPane(panes: readonly Pane[]): Pane | undefined {
  return panes.find(({ kind }) => kind === 'chart') ?? panes[0];
}

interface SheetProps {
  readonly panes: readonly Pane[];
  readonly workspace: Workspace;
  readonly sync: LayoutSync;
  readonly tier: Tier;
  readonly top: Pane;
}

function Sheet({ panes, workspace, sync, tier, top }: SheetProps): ReactNode {
  const [tab, setTab] = useState<string | null>(null);
  const [isFull, setFull] = useState(false);
  const link = sync.bus.linkOf(top.id, top.link);
  const chosen =
    tab !== null && (tab === SIGNALS || panes.some(({ id }) => id === tab)) ? tab : (panes[0]?.id ?? SIGNALS);
  const items = [
    ...panes.map((pane) => ({ id: pane.id, label: paneEntry(pane.kind)?.title ?? pane.kind })),
    { id: SIGNALS, label: 'Signals' },
  ];
  return (
    <>
      {isFull ? null : (
        <div className="flex h-[max(38dvh,280px)] shrink-0 border-line border-t">
          <PaneContent
            pane={top}
            link={link}
            isFocused
            mayShow={workspace.mayShow}
            onSettings={(settings) => workspace.change(top.id, { settings })}
          />
        </div>
      )}
      <TabsRoot value={chosen} onChange={setTab} className="phone-sheet">
        <button
          type="button"
          className="grip"
          aria-label={
            isFull
              ? 'Sheet at full height. Press for half height'
              : 'Sheet at half height. Press for full height'
          }
          onClick={() => setFull(!isFull)}
        >
          <i />
        </button>
        <TabsList
          label="Panes"
          className="tablist-scroll border-line border-b"
          items={items}
          inView={chosen}
        />
        {panes.map((pane) => (
          <TabPanel key={pane.id} id={pane.id} className="flex min-h-0 grow">
            <PaneContent
              pane={pane}
              link={sync.bus.linkOf(pane.id, pane.link)}
              isFocused={false}
              mayShow={workspace.mayShow}
              onSettings={(settings) => workspace.change(pane.id, { settings })}
            />
          </TabPanel>
        ))}
        <TabPanel id={SIGNALS} className="min-h-0 overflow-y-auto">
          <LiveEventsList
            instrumentId={top.instrumentId}
            shown={SIGNALS_SHOWN}
            tier={tier}
            onOpen={link.eventId.set}
          />
        </TabPanel>
      </TabsRoot>
    </>
  );
}

export interface WorkspacePhoneProps {
  readonly rows: readonly StoredLayout[];
  readonly row: StoredLayout;
  readonly layout: Layout;
  readonly tier: Tier;
  readonly sync: LayoutSync;
}

export function WorkspacePhone({ rows, row, layout, tier, sync }: WorkspacePhoneProps): ReactNode {
  const workspace = useWorkspace(row, layout, tier);
  const { root } = workspace.shown;
  const panes = root === null ? [] : panesOf(root);
  const instruments = (useUserInstruments().data ?? []).filter((one) => one.active);
  const top = topPane(panes);
  useShownWorkspace(workspace, sync.bus);
  if (top === undefined)
    return <EmptyBlock title="Layouts are part of the plans" text="The panes of this layout are kept." />;
  const others = panes.filter((pane) => pane !== top);
  return (
    <div className="workspace bg-surface">
      <div className="layout-bar">
        <LayoutTabs rows={rows} shownId={row.id} />
      </div>
      <PaneFeeds instrumentIds={panes.map(({ instrumentId }) => instrumentId).filter(workspace.mayShow)} />
      <PhoneHead
        instruments={instruments}
        instrumentId={top.instrumentId}
        onPick={(instrumentId) => workspace.change(top.id, { instrumentId })}
        controls={
          <TimeframePick
            timeframe={top.timeframe}
            onPick={(timeframe) => workspace.change(top.id, { timeframe })}
            {...barsPick(top, (settings) => workspace.change(top.id, { settings }))}
          />
        }
      />
      <Banners instrumentId={top.instrumentId} />
      {workspace.shown.text === null ? null : (
        <p className="t-12 px-3.5 py-1.5 text-text-2">{workspace.shown.text}</p>
      )}
      <FactsPlace value={null}>
        <Sheet panes={others} workspace={workspace} sync={sync} tier={tier} top={top} />
      </FactsPlace>
      {hasEvidence(panes, top) ? null : (
        <LinkSheet link={sync.bus.linkOf(top.id, top.link)} instrumentId={top.instrumentId} />
      )}
    </div>
  );
}
