/** One pane of a layout alone, in a window of its own. */
import type { CurrentUser } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useParams } from 'wouter';
import { useSignIn } from '#api/account/auth.ts';
import { useLayouts } from '#api/workspace/layouts.ts';
import { PaneWindow } from '#features/workspace/frame/pane-window.tsx';
import { useLayoutSync } from '#features/workspace/frame/use-layout-sync.ts';
import { paneOfAddress } from '#features/workspace/frame/use-windows.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';

function Pane({ user, name }: { readonly user: CurrentUser; readonly name: string }): ReactNode {
  const sync = useLayoutSync(user.id);
  const layouts = useLayouts();
  const place = paneOfAddress(name);
  if (layouts.data === undefined)
    return <QueryState query={layouts} failed="The layout could not be loaded" rows={6} height={24} />;
  const row = layouts.data.find(({ id }) => id === place?.layoutId);
  if (row === undefined || place === null)
    return <EmptyBlock title="There is no such layout" text="It was deleted, or the address is not whole." />;
  if (row.layout === null) return <EmptyBlock title="This layout cannot be shown" text={row.refused ?? ''} />;
  return (
    <PaneWindow
      row={row}
      layout={row.layout}
      paneId={place.paneId}
      tier={user.subscriptionTier}
      sync={sync}
    />
  );
}

export function PanePage(): ReactNode {
  const { user } = useSignIn();
  const { name = '' } = useParams();
  return user === null ? null : <Pane user={user} name={name} />;
}
