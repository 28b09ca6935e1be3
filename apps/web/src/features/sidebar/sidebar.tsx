/** The sidebar of the signed-in pages, and the rail that takes its place on narrower screens. */
import type { CurrentUser } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { usePreferences } from '#api/account/preferences.ts';
import { useAlerts } from '#api/alerts/alerts.ts';
import { useActiveInstrumentId } from '#api/market/instruments.ts';
import { openSurface } from '#lib/state/surface.ts';
import { initialsOf } from '#lib/words/words.ts';
import { BrandMark, BrandSymbol } from '#ui/marks/brand.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';
import { InstrumentsBlock } from './instruments-block.tsx';
import { LegendBlock } from './legend-block.tsx';
import { Nav, RailNav } from './nav.tsx';
import { OverviewBlock } from './overview-block.tsx';
import { PlatformBlock } from './platform-block.tsx';
import { ThemeToggle } from './theme-toggle.tsx';
import { UserBlock } from './user-block.tsx';
import { WatchlistBlock } from './watchlist-block.tsx';

export interface SidebarProps {
  readonly user: CurrentUser;
  /** An instrument was chosen: the dashboard is to show it. */
  readonly onPick: () => void;
}

/** Unread alerts among those the server answers. */
export function useUnread(): number {
  return (useAlerts().data ?? []).filter((alert) => !alert.isRead).length;
}

/** Every block of the sidebar below its links; the phone's menu shows the same. */
export function SidebarBlocks({ user, onPick }: SidebarProps): ReactNode {
  const shownId = useActiveInstrumentId();
  const { save } = usePreferences();
  const pick = (instrumentId: number): void => {
    save({ lastInstrumentId: instrumentId });
    onPick();
  };
  return (
    <>
      <PlatformBlock />
      <InstrumentsBlock user={user} shownId={shownId} onPick={pick} />
      <WatchlistBlock user={user} onPick={pick} />
      <LegendBlock />
      <OverviewBlock instrumentId={shownId} />
    </>
  );
}

export function Sidebar({ user, onPick }: SidebarProps): ReactNode {
  const unread = useUnread();
  return (
    <aside className="sidebar" aria-label="Sidebar">
      <div className="brand-bar">
        <Link href="/" className="grow" aria-label="Undertow, Live Analysis">
          <BrandMark />
        </Link>
        <ThemeToggle />
      </div>
      <div className="sidebar-scroll">
        <Nav unread={unread} isAdmin={user.role === 'admin'} />
        <SidebarBlocks user={user} onPick={onPick} />
      </div>
      <UserBlock user={user} />
    </aside>
  );
}

export function Rail({ user }: { readonly user: CurrentUser }): ReactNode {
  const unread = useUnread();
  const name = user.firstName ?? user.email ?? 'Signed in';
  return (
    <aside className="rail" aria-label="Sidebar">
      <Link href="/" aria-label="Undertow, Live Analysis" className="grid min-h-6 place-items-center">
        <BrandSymbol />
      </Link>
      <RailNav unread={unread} isAdmin={user.role === 'admin'} />
      <div className="grow" />
      <ThemeToggle />
      <Tooltip text={`${name}: instruments, plan, sign out`} side="right">
        <button
          type="button"
          className="avatar size-7"
          aria-label={`Menu of ${name}`}
          onClick={() => openSurface.set('menu')}
        >
          {initialsOf(name)}
        </button>
      </Tooltip>
    </aside>
  );
}
