/** Which layout is on screen: the one of the address, else the one that was open last; it is remembered. */
import type { StoredLayout } from '@undertow/contracts';
import { useEffect } from 'react';
import { usePreferences } from '#api/account/preferences.ts';
import { useLayouts } from '#api/workspace/layouts.ts';
import { DASHBOARD, shownLayout } from '#features/workspace/frame/layout-address.ts';

export interface ShownLayoutState {
  readonly rows: readonly StoredLayout[];
  /** Null: the dashboard. */
  readonly row: StoredLayout | null;
  /** A layout is wanted and not known yet. */
  readonly isWaiting: boolean;
}

export function useShownLayout(requested: string | null): ShownLayoutState {
  const { value, isLoading, save } = usePreferences();
  const layouts = useLayouts();
  const rows = layouts.data ?? [];
  const { lastLayoutId } = value;
  const row = shownLayout(rows, requested, lastLayoutId);
  const isWanted = requested === null ? lastLayoutId !== null : requested !== DASHBOARD;
  const shownId = row?.id ?? null;
  const isKnown = !isLoading && layouts.data !== undefined;
  useEffect(() => {
    if (isKnown && requested !== null && lastLayoutId !== shownId) save({ lastLayoutId: shownId });
  }, [isKnown, requested, shownId, lastLayoutId, save]);
  return { rows, row, isWaiting: layouts.isPending && isWanted };
}
