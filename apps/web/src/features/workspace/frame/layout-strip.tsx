/** The tabs of layouts above the dashboard, for who has layouts of their own. */
import type { StoredLayout } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { LayoutTabs } from './layout-tabs.tsx';
import { NewLayoutMenu, type NewLayoutMenuProps } from './new-layout-menu.tsx';
import { PaletteButton } from './palette-button.tsx';
import './workspace.css';

/** A new layout, and everything by name: in the bar of a dashboard without a strip. */
export function LayoutActs(props: NewLayoutMenuProps): ReactNode {
  return (
    <div className="flex items-center gap-1">
      <NewLayoutMenu {...props} />
      <PaletteButton />
    </div>
  );
}

export function LayoutStrip({
  rows,
  ...props
}: NewLayoutMenuProps & { readonly rows: readonly StoredLayout[] }): ReactNode {
  return (
    <div className="layout-bar">
      <LayoutTabs rows={rows} shownId={null} />
      <NewLayoutMenu {...props} />
      <span className="grow" />
      <div>
        <PaletteButton words="Pane, instrument, event, setting" />
      </div>
    </div>
  );
}
