/** Adds a single trade: a card beside the journal, on a phone a dialog behind a button. */
import type { NewTradeDto } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useAddTrade } from '#api/journal/trades.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { emptyDraft } from './trade-draft.ts';
import { TradeForm } from './trade-form.tsx';

function AddTradeForm({ onAdded }: { readonly onAdded?: () => void }): ReactNode {
  const add = useAddTrade();
  const save = async (trade: NewTradeDto): Promise<boolean> => {
    try {
      await add.mutateAsync(trade);
    } catch (error) {
      toastError(readableError(error) || 'Failed to add trade', 'Failed to Add Trade');
      return false;
    }
    toast({ title: 'Trade Added', text: `${trade.tradeType} ${trade.quantity} ${trade.instrumentSymbol}` });
    onAdded?.();
    return true;
  };
  const [defaults] = useState(() => emptyDraft(Date.now()));
  return (
    <TradeForm
      label="Add Single Trade"
      defaults={defaults}
      submitText="Add Trade"
      busyText="Adding..."
      isOpen={false}
      onSubmit={save}
    />
  );
}

export function AddTradeCard(): ReactNode {
  return (
    <Card title="Add Single Trade">
      <AddTradeForm />
    </Card>
  );
}

/** For where there is no space beside the journal. */
export function AddTradeButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button kind="ghost" size="small" onClick={() => setOpen(true)}>
        Add Trade
      </Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)} title="Add Single Trade">
        <AddTradeForm onAdded={() => setOpen(false)} />
      </Dialog>
    </>
  );
}
