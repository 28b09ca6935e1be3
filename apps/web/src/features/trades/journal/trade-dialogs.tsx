/** Changing a trade and removing it: the dialogs, and what opens them. */
import type { NewTradeDto, TradeDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useChangeTrade, useRemoveTrade } from '#api/journal/trades.ts';
import { formatAmount } from '#lib/format/formats.ts';
import { formatDateTime } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { ConfirmDialog, Dialog } from '#ui/overlays/dialog.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { changesOf, draftOf } from './trade-draft.ts';
import { TradeForm } from './trade-form.tsx';

function nameOf({ tradeType, quantity, instrumentSymbol, entryTime }: TradeDto): string {
  return `${tradeType} ${quantity} ${instrumentSymbol} of ${formatDateTime(Date.parse(entryTime))}`;
}

interface DialogProps {
  readonly trade: TradeDto;
  readonly onClose: () => void;
}

function EditDialog({
  trade,
  onClose,
  onRemove,
}: DialogProps & { readonly onRemove: () => void }): ReactNode {
  const change = useChangeTrade();
  const save = async (saved: NewTradeDto): Promise<boolean> => {
    const body = changesOf(trade, saved);
    try {
      if (Object.keys(body).length > 0) await change.mutateAsync({ id: trade.id, body });
    } catch (error) {
      toastError(error, 'Failed to Save Trade');
      return false;
    }
    toast({ title: 'Trade Updated', text: `${nameOf(trade)} is saved.` });
    onClose();
    return false;
  };
  return (
    <Dialog open onClose={onClose} title="Edit trade" description={nameOf(trade)}>
      <TradeForm
        label="Edit trade"
        defaults={draftOf(trade)}
        submitText="Save trade"
        busyText="Saving..."
        isOpen
        onSubmit={save}
      >
        <Button kind="danger" onClick={onRemove}>
          Delete
        </Button>
      </TradeForm>
    </Dialog>
  );
}

function RemoveDialog({ trade, onClose }: DialogProps): ReactNode {
  const remove = useRemoveTrade();
  const start = (): void =>
    remove.mutate(trade.id, {
      onSuccess: () => {
        toast({ title: 'Trade Deleted', text: `${nameOf(trade)} was deleted.` });
        onClose();
      },
      onError: (error) => toastError(error, 'Failed to Delete Trade'),
    });
  return (
    <ConfirmDialog
      title="Delete this trade?"
      text={`${nameOf(trade)}, ${trade.net === null ? 'open' : formatAmount(trade.net, trade.currency, { signed: true })}. It is removed from the journal and all figures, with its notes and tags.`}
      keep="Keep trade"
      confirm="Delete trade"
      busy={remove.isPending}
      busyText="Deleting..."
      onConfirm={start}
      onClose={onClose}
    />
  );
}

export interface TradeDialogs {
  readonly edit: (trade: TradeDto) => void;
  readonly remove: (trade: TradeDto) => void;
  readonly dialogs: ReactNode;
}

export function useTradeDialogs(): TradeDialogs {
  const [editing, setEditing] = useState<TradeDto | null>(null);
  const [removing, setRemoving] = useState<TradeDto | null>(null);
  const askRemoval = (trade: TradeDto): void => {
    setEditing(null);
    setRemoving(trade);
  };
  return {
    edit: setEditing,
    remove: askRemoval,
    dialogs: (
      <>
        {editing === null ? null : (
          <EditDialog trade={editing} onClose={() => setEditing(null)} onRemove={() => askRemoval(editing)} />
        )}
        {removing === null ? null : <RemoveDialog trade={removing} onClose={() => setRemoving(null)} />}
      </>
    ),
  };
}
