/** The bar at the foot of a phone: chart, book, alerts, journal, and everything else. */
import type { ReactNode } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { openSurface } from '#lib/state/surface.ts';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon, type IconName } from '#ui/marks/icon.tsx';
import { useUnread } from './sidebar.tsx';

const ITEMS: readonly { readonly href: string; readonly label: string; readonly icon: IconName }[] = [
  { href: '/', label: 'Chart', icon: 'activity' },
  { href: '/?view=book', label: 'Book', icon: 'book' },
  { href: '/alerts', label: 'Alerts', icon: 'bell' },
  { href: '/trade-analysis', label: 'Journal', icon: 'chart' },
];

export function BottomBar(): ReactNode {
  const unread = useUnread();
  const [path] = useLocation();
  const isBook = new URLSearchParams(useSearch()).get('view') === 'book';
  const current = path === '/' && isBook ? '/?view=book' : path;
  return (
    <nav className="bottom-bar" aria-label="Main">
      {ITEMS.map((item) => (
        <Link
          key={item.href}
          href={item.href}
          className="bottom-item"
          aria-current={item.href === current ? 'page' : undefined}
        >
          <Icon name={item.icon} size={18} />
          {item.label}
          {item.href === '/alerts' && unread > 0 ? (
            <Badge tone="number" label="unread">
              {unread}
            </Badge>
          ) : null}
        </Link>
      ))}
      <button type="button" className="bottom-item" onClick={() => openSurface.set('menu')}>
        <Icon name="more" size={18} />
        More
      </button>
    </nav>
  );
}
