/** The bar above the panes: tabs, links in use, panes of the plan, undo, and the way to everything by name. */
import {
  type Layout,
  LINK_GROUPS,
  type LinkGroup,
  panesOf,
  type StoredLayout,
  type Tier,
} from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useKeyText } from '#api/account/key-commands.ts';
import { useInstrument } from '#api/market/instruments.ts';
import { useMedia, WIDE } from '#lib/hooks/use-media.ts';
import { Button } from '#ui/controls/button.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { LayoutMenu } from './layout-menu.tsx';
import { LayoutTabs } from './layout-tabs.tsx';
import { LinkLetter } from './link-menu.tsx';
import { NewLayoutMenu } from './new-layout-menu.tsx';
import { PaletteButton } from './palette-button.tsx';
import { SavedText } from './saved-text.tsx';
import type { Workspace } from './use-workspace.ts';

function LinkFact({ group, layout }: { readonly group: LinkGroup; readonly layout: Layout }): ReactNode {
  const members = panesOf(layout.root).filter(({ link }) => link === group);
  const symbol = useInstrument(members[0]?.instrumentId ?? null)?.symbol;
  const what = layout.links[group].timeframe ? 'instrument, instant, timeframe' : 'instrument and instant';
  return (
    <span className="flex items-center gap-1.5">
      <LinkLetter group={group} />
      {members.length === 0 ? (
        'free'
      ) : (
        <>
          <b className="font-medium text-text">{symbol}</b>
          {members.length === 1 ? '1 pane' : `${members.length} panes, ${what}`}
        </>
      )}
    </span>
  );
}

export interface LayoutBarProps {
  readonly rows: readonly StoredLayout[];
  readonly workspace: Workspace;
  readonly tier: Tier;
}

export function LayoutBar({ rows, workspace, tier }: LayoutBarProps): ReactNode {
  const { row, layout, panesLimit, canUndo } = workspace;
  const isWide = useMedia(WIDE);
  const panes = panesOf(layout.root);
  const undoKey = useKeyText('undoClose');
  return (
    <div className="layout-bar">
      <h1 className="sr-only">{layout.name}</h1>
      <LayoutTabs rows={rows} shownId={row.id} />
      <div>
        <LayoutMenu workspace={workspace} />
        <NewLayoutMenu tier={tier} instrumentId={panes[0]?.instrumentId ?? 1} />
      </div>
      <SavedText savedAtMs={Date.parse(row.savedAt)} />
      <span className="grow" />
      <div className="layout-facts max-2xl:hidden">
        {LINK_GROUPS.map((group) => (
          <LinkFact key={group} group={group} layout={layout} />
        ))}
      </div>
      <div className="gap-2">
        <Badge>
          {panes.length} of {panesLimit} panes
        </Badge>
        <Button
          kind="quiet"
          size="small"
          disabled={!canUndo}
          title={undoKey === null ? undefined : `Undo close (${undoKey})`}
          onClick={workspace.undo}
        >
          <Icon name="undo" size={13} /> Undo close
        </Button>
        <PaletteButton words={isWide ? 'Pane, instrument, event, setting' : ''} />
      </div>
    </div>
  );
}
