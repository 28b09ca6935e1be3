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
  // Awaited, because a callback would not run once what called this is gone, as the palette is
  const open = async (layout: Layout): Promise<void> => {
    try {
      const row = await create.mutateAsync(layout);
      save({ lastLayoutId: row.id });
      navigate(layoutAddress(row.id));
    } catch (error) {
      toastError(error, 'Layout not created');
    }
  };
  const drop = async ({ id, layout }: StoredLayout): Promise<void> => {
    try {
      await remove.mutateAsync(id);
      navigate(DASHBOARD_ADDRESS);
      toast({
        title: `“${layout?.name ?? 'Layout'}” deleted`,
        ...(layout === null ? {} : { action: { label: 'Undo', onPick: () => void open(layout) } }),
      });
    } catch (error) {
      toastError(error, 'Layout not deleted');
    }
  };
  return {
    isBusy: create.isPending,
    create: (layout) => void open(layout),
    createOf: (template, instrumentId) => void open(layoutOfTemplate(template, instrumentId)),
    remove: (row) => void drop(row),
  };
}
