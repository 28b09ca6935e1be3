/** What the whole sidebar holds, in a window: for the rail and for phones. */
import type { CurrentUser } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { openSurface } from '#lib/state/surface.ts';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Nav } from './nav.tsx';
import { SidebarBlocks, type SidebarProps, useUnread } from './sidebar.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UserBlock } from './user-block.tsx';

export interface MenuDialogProps extends SidebarProps {
  readonly open: boolean;
  /** Links are shown where there is no rail. */
  readonly withLinks: boolean;
  readonly user: CurrentUser;
}

export function MenuDialog({ open, withLinks, user, onPick }: MenuDialogProps): ReactNode {
  const unread = useUnread();
  const close = (): void => openSurface.set(null);
  return (
    <Dialog open={open} onClose={close} title="Menu">
      <div className="-mx-3 mt-3">
        {withLinks ? <Nav unread={unread} isAdmin={user.role === 'admin'} /> : null}
        <div className="flex items-center justify-between px-3.5 py-1">
          <span className="text-text-2">Theme</span>
          <ThemeToggle />
        </div>
        <SidebarBlocks
          user={user}
          onPick={() => {
            close();
            onPick();
          }}
        />
        <UserBlock user={user} />
      </div>
    </Dialog>
  );
}
