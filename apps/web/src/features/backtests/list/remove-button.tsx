/** Deletes a backtest, after a confirmation that says what is kept. */
import type { BacktestDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useRemoveBacktest } from '#api/backtests/backtests.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { ConfirmDialog } from '#ui/overlays/dialog.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

export function RemoveButton({ backtest }: { readonly backtest: BacktestDto }): ReactNode {
  const [isOpen, setOpen] = useState(false);
  const remove = useRemoveBacktest();
  const [, navigate] = useLocation();
  const { id, name } = backtest;
  const start = (): void =>
    remove.mutate(id, {
      onSuccess: () => {
        toast({ title: 'Backtest Deleted', text: `${name} was deleted.` });
        navigate('/backtests');
      },
      onError: (error) => toastError(error, 'Failed to Delete Backtest'),
    });
  return (
    <>
      <Button
        kind="ghost"
        size="icon"
        aria-label={`Delete ${name}`}
        title="Delete"
        onClick={() => setOpen(true)}
      >
        <Icon name="trash" size={14} />
      </Button>
      {isOpen ? (
        <ConfirmDialog
          title="Delete this backtest?"
          text={`${name}, its result and its trades. Its rule still counts as tried on this data.`}
          keep="Keep backtest"
          confirm="Delete backtest"
          busy={remove.isPending}
          busyText="Deleting..."
          onConfirm={start}
          onClose={() => setOpen(false)}
        />
      ) : null}
    </>
  );
}
