/** The layouts as tabs: the dashboard first, then the user's own in the order in which they were made. */
import type { StoredLayout } from '@undertow/contracts';
import { type ReactNode, useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { DASHBOARD_ADDRESS, layoutAddress } from './layout-address.ts';

export interface LayoutTabsProps {
  readonly rows: readonly StoredLayout[];
  /** Null: the dashboard. */
  readonly shownId: string | null;
}

export function LayoutTabs({ rows, shownId }: LayoutTabsProps): ReactNode {
  const nav = useRef<HTMLElement>(null);
  useEffect(() => {
    nav.current?.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  }, [shownId]);
  const current = (isShown: boolean) => (isShown ? ({ 'aria-current': 'page' } as const) : {});
  return (
    <nav ref={nav} className="layout-tabs flex" aria-label="Layouts">
      <Link href={DASHBOARD_ADDRESS} {...current(shownId === null)}>
        Dashboard
      </Link>
      {rows.map(({ id, layout }) => (
        <Link key={id} href={layoutAddress(id)} {...current(id === shownId)}>
          {layout?.name ?? 'Not readable'}
        </Link>
      ))}
    </nav>
  );
}
