/** One pane alone, in a window of its own: it follows its layout and its links, and gives itself back when it is closed. */
import { type Layout, panesOf, type StoredLayout, type Tier } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useInstrument } from '#api/market/instruments.ts';
import { FeedTitle } from '#features/market-data/feed-title.tsx';
import { FactsPlace } from '#features/workspace/panes/pane-facts.tsx';
import { paneEntry } from '#features/workspace/panes/pane-registry.ts';
import { paneById } from '#features/workspace/tree/layout-edits.ts';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { hasEvidence, LinkSheet } from './link-sheet.tsx';
import { PaneContent } from './pane-content.tsx';
import { PaneFeeds } from './pane-feeds.tsx';
import { PaneHead } from './pane-head.tsx';
import type { LayoutSync } from './use-layout-sync.ts';
import { usePaneKeys } from './use-pane-keys.ts';
import { useOwnWindow } from './use-windows.ts';
import { useWorkspace } from './use-workspace.ts';
import './workspace.css';

export interface PaneWindowProps {
  readonly row: StoredLayout;
  readonly layout: Layout;
  readonly paneId: string;
  readonly tier: Tier;
  readonly sync: LayoutSync;
}

export function PaneWindow({ row, layout, paneId, tier, sync }: PaneWindowProps): ReactNode {
  const workspace = { ...useWorkspace(row, layout, tier), focusedId: paneId };
  const [facts, setFacts] = useState<HTMLElement | null>(null);
  const { root } = workspace.shown;
  const pane = root === null ? undefined : paneById(root, paneId);
  const symbol = useInstrument(pane?.instrumentId ?? null)?.symbol ?? '';
  const nothing = (): void => undefined;
  useOwnWindow(sync.channel, row.id, paneId);
  usePaneKeys(
    { ...workspace, close: () => window.close(), undo: nothing, toggleMaximised: nothing },
    { onWindow: nothing, onStep: () => false, onOpen: nothing },
  );
  if (pane === undefined)
    return (
      <EmptyBlock
        title="This pane is no longer in the layout"
        text="It was closed, or your plan does not show it. This window can be closed."
      />
    );
  const title = paneEntry(pane.kind)?.title ?? pane.kind;
  const link = sync.bus.linkOf(pane.id, pane.link);
  return (
    <>
      <FeedTitle page={title} instrumentId={pane.instrumentId} />
      <PaneFeeds instrumentIds={workspace.mayShow(pane.instrumentId) ? [pane.instrumentId] : []} />
      <section className="pane" data-focused="true" aria-label={`${title} ${symbol}`}>
        <PaneHead pane={pane} workspace={workspace} factsRef={setFacts} onWindow={null} onClose={null} />
        <FactsPlace value={facts}>
          <PaneContent
            pane={pane}
            link={link}
            isFocused
            mayShow={workspace.mayShow}
            onSettings={(settings) => workspace.change(pane.id, { settings })}
          />
        </FactsPlace>
      </section>
      {hasEvidence(panesOf(layout.root), pane) ? null : (
        <LinkSheet link={link} instrumentId={pane.instrumentId} />
      )}
    </>
  );
}
