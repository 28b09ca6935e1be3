/** Cancelling: two ways with both amounts, the calmer one chosen first; the focus is on keeping the plan. */
import type { SubscriptionFacts } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useCancelSubscription } from '#api/account/billing.ts';
import { useUserInstruments } from '#api/market/instruments.ts';
import { formatMoney, listWords } from '#lib/format/formats.ts';
import { TIER_WORDS } from '#lib/words/words.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { type CancelWay, cancelledText, cancelWords } from './cancel-words.ts';

export interface CancelDialogProps {
  readonly open: boolean;
  readonly facts: SubscriptionFacts;
  readonly onClose: () => void;
}

function Way({
  way,
  isChosen,
  onChoose,
}: {
  readonly way: CancelWay;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}): ReactNode {
  return (
    <label className="plan-option" data-chosen={isChosen}>
      <input type="radio" name="cancel" className="choice" checked={isChosen} onChange={onChoose} />
      <span>
        <b className="block font-medium">{way.title}</b>
        <span className="mt-0.5 block text-text-2">{way.text}</span>
      </span>
      <span className="pl-3 text-right">
        <b className="block font-medium">{formatMoney(way.refundPence)}</b>
        <span className="t-12 text-text-3">back</span>
      </span>
    </label>
  );
}

function Kept(): ReactNode {
  const instruments = useUserInstruments();
  const symbols = (instruments.data ?? []).map((row) => row.instrument.symbol);
  return (
    <div className="note mt-3.5 flex-col gap-0.5">
      <b className="font-medium text-text">What you keep on Free</b>
      <p>
        Your history, alerts and settings are kept.
        {symbols.length === 0
          ? ''
          : ` ${listWords(symbols)} ${symbols.length === 1 ? 'is' : 'are'} kept and shown as paused.`}
      </p>
    </div>
  );
}

function Choice({ facts, onClose }: Omit<CancelDialogProps, 'open'>): ReactNode {
  const [atPeriodEnd, setAtPeriodEnd] = useState(true);
  const cancel = useCancelSubscription();
  const words = cancelWords(facts, Date.now());
  const way = atPeriodEnd ? words.atPeriodEnd : words.now;
  const confirm = async (): Promise<void> => {
    try {
      const done = await cancel.mutateAsync({ atPeriodEnd });
      onClose();
      toast({ title: 'Subscription cancelled', text: cancelledText(facts, done, atPeriodEnd) });
    } catch {
      toastError('Failed to cancel subscription');
    }
  };
  return (
    <>
      <fieldset className="mt-4 flex flex-col gap-2.5">
        <legend className="sr-only">When</legend>
        <Way way={words.atPeriodEnd} isChosen={atPeriodEnd} onChoose={() => setAtPeriodEnd(true)} />
        <Way way={words.now} isChosen={!atPeriodEnd} onChoose={() => setAtPeriodEnd(false)} />
      </fieldset>
      <Kept />
      {cancel.error === null ? null : (
        <p className="mt-3 text-bad" role="alert">
          It was not cancelled, and nothing was refunded. Please try again.
        </p>
      )}
      <div className="dialog-foot">
        <Button data-autofocus onClick={onClose}>
          Keep {TIER_WORDS[facts.tier ?? 'free']}
        </Button>
        <Button kind="danger" busy={cancel.isPending} busyText="Updating..." onClick={() => void confirm()}>
          {way.action}
        </Button>
      </div>
    </>
  );
}

export function CancelDialog({ open, facts, onClose }: CancelDialogProps): ReactNode {
  const words = cancelWords(facts, Date.now());
  return (
    <Dialog open={open} onClose={onClose} title={words.title} description={words.lead}>
      <Choice facts={facts} onClose={onClose} />
    </Dialog>
  );
}
