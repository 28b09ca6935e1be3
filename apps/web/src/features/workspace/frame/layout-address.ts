/** The address of a layout, and which one an address shows. */
import type { StoredLayout } from '@undertow/contracts';

/** The name of the specification's dashboard, which every plan has, among the ids of layouts. */
export const DASHBOARD = 'dashboard';
export const DASHBOARD_ADDRESS = `/?layout=${DASHBOARD}`;

export function layoutAddress(layoutId: string): string {
  return `/?layout=${encodeURIComponent(layoutId)}`;
}

/** The layout of the address, else the one that was open last; null is the dashboard. */
export function shownLayout(
  rows: readonly StoredLayout[],
  requested: string | null,
  lastId: string | null,
): StoredLayout | null {
  if (requested === DASHBOARD) return null;
  return rows.find(({ id }) => id === (requested ?? lastId)) ?? null;
}
