/** Deletes a backtest. */
import type { BacktestDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useLocation } from 'wouter';
import { useRemoveBacktest } from '#api/backtests/backtests.ts';
import { DeleteButton } from '#ui/overlays/delete-button.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

export function RemoveButton({ backtest }: { readonly backtest: BacktestDto }): ReactNode {
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
    <DeleteButton
      name={name}
      what="backtest"
      text={`${name}, its result and its trades. Its rule still counts as tried on this data.`}
      isBusy={remove.isPending}
      onConfirm={start}
    />
  );
}
