/** Acts on the list of layouts: a new one, a copy, deleting with undo; each leads to what it made. */
import { type Layout, layoutOfTemplate, type StoredLayout, type TemplateId } from '@undertow/contracts';
import { useLocation } from 'wouter';
import { usePreferences } from '#api/account/preferences.ts';
import { useCreateLayout, useRemoveLayout } from '#api/workspace/layouts.ts';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { DASHBOARD_ADDRESS, layoutAddress } from './layout-address.ts';

export interface LayoutList {
  readonly isBusy: boolean;
  create(layout: Layout): void;
  createOf(template: TemplateId, instrumentId: number): void;
  remove(row: StoredLayout): void;
}

export function useLayoutList(): LayoutList {
  const create = useCreateLayout();
  const remove = useRemoveLayout();
  const { save } = usePreferences();
  const [, navigate] = useLocation();
  const open = (layout: Layout): void =>
    create.mutate(layout, {
      onSuccess: (row) => {
        save({ lastLayoutId: row.id });
        navigate(layoutAddress(row.id));
      },
      onError: (error) => toastError(error, 'Layout not created'),
    });
  return {
    isBusy: create.isPending,
    create: open,
    createOf: (template, instrumentId) => open(layoutOfTemplate(template, instrumentId)),
    remove: (row) =>
      remove.mutate(row.id, {
        onSuccess: () => {
          const { layout } = row;
          navigate(DASHBOARD_ADDRESS);
          toast({
            title: `“${layout?.name ?? 'Layout'}” deleted`,
            ...(layout === null ? {} : { action: { label: 'Undo', onPick: () => open(layout) } }),
          });
        },
        onError: (error) => toastError(error, 'Layout not deleted'),
      }),
  };
}
