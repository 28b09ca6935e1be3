/** The links of the signed-in pages. */
import { type LinkedPage, SIGNED_IN_PAGES } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link, useLocation } from 'wouter';
import { Badge, UnreadBadge } from '#ui/marks/badge.tsx';
import { Icon, type IconName } from '#ui/marks/icon.tsx';
import { Tooltip } from '#ui/overlays/tooltip.tsx';

type NavEntry = LinkedPage & { readonly icon: IconName };

const ENTRIES: readonly NavEntry[] = [
  { path: '/', label: 'Live Analysis', icon: 'activity' },
  ...SIGNED_IN_PAGES,
];
const ADMIN: NavEntry = { path: '/admin', label: 'Admin', icon: 'shield' };

export interface NavProps {
  readonly unread: number;
  readonly isAdmin: boolean;
}

function entriesFor(isAdmin: boolean): readonly NavEntry[] {
  return isAdmin ? [...ENTRIES, ADMIN] : ENTRIES;
}

/** Pages below an entry belong to it; the dashboard has none. */
function isAt(path: string, location: string): boolean {
  return location === path || (path !== '/' && location.startsWith(`${path}/`));
}

export function Nav({ unread, isAdmin }: NavProps): ReactNode {
  const [location] = useLocation();
  return (
    <nav className="nav" aria-label="Main">
      {entriesFor(isAdmin).map((entry) => (
        <Link
          key={entry.path}
          href={entry.path}
          className="nav-item"
          aria-current={isAt(entry.path, location) ? 'page' : undefined}
        >
          <Icon name={entry.icon} />
          <span className="grow">{entry.label}</span>
          {entry.path === '/alerts' ? <UnreadBadge count={unread} /> : null}
        </Link>
      ))}
    </nav>
  );
}

/** The same links as icons, their names on hover and focus. */
export function RailNav({ unread, isAdmin }: NavProps): ReactNode {
  const [location] = useLocation();
  return (
    <nav className="mt-2 flex flex-col gap-1" aria-label="Main">
      {entriesFor(isAdmin).map((entry) => (
        <Tooltip key={entry.path} text={entry.label} side="right">
          <Link
            href={entry.path}
            className="rail-item"
            aria-label={entry.path === '/alerts' && unread > 0 ? `Alerts, ${unread} unread` : entry.label}
            aria-current={isAt(entry.path, location) ? 'page' : undefined}
          >
            <Icon name={entry.icon} />
            {entry.path === '/alerts' && unread > 0 ? <Badge tone="number">{unread}</Badge> : null}
          </Link>
        </Tooltip>
      ))}
    </nav>
  );
}
