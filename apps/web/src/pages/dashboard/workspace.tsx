/** A layout of the user's own in place of the dashboard, or the sentence why it cannot be shown. */
import type { CurrentUser, StoredLayout } from '@undertow/contracts';
import { type ReactNode, useEffect } from 'react';
import { LayoutTabs } from '#features/workspace/frame/layout-tabs.tsx';
import { useLayoutSync } from '#features/workspace/frame/use-layout-sync.ts';
import { WorkspacePhone } from '#features/workspace/frame/workspace-phone.tsx';
import { WorkspaceView } from '#features/workspace/frame/workspace-view.tsx';
import { PHONE, useMedia } from '#lib/hooks/use-media.ts';
import { isRailWanted } from '#lib/state/surface.ts';
import { EmptyBlock } from '#ui/layout/blocks.tsx';

export interface DashboardWorkspaceProps {
  readonly user: CurrentUser;
  readonly rows: readonly StoredLayout[];
  readonly row: StoredLayout;
}

export function DashboardWorkspace({ user, rows, row }: DashboardWorkspaceProps): ReactNode {
  const sync = useLayoutSync(user.id);
  const isPhone = useMedia(PHONE);
  // The panes take the sidebar's place: its links stay as icons
  useEffect(() => {
    isRailWanted.set(true);
    return () => isRailWanted.set(false);
  }, []);
  if (row.layout === null) {
    return (
      <div className="workspace bg-surface">
        <div className="layout-bar">
          <LayoutTabs rows={rows} shownId={row.id} />
        </div>
        <EmptyBlock title="This layout cannot be shown" text={row.refused ?? ''} />
      </div>
    );
  }
  const View = isPhone ? WorkspacePhone : WorkspaceView;
  return (
    <View key={row.id} rows={rows} row={row} layout={row.layout} tier={user.subscriptionTier} sync={sync} />
  );
}
