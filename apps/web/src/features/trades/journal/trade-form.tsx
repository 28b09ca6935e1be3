/** The form of one trade: checked by the draft's schema, then handed on as the contract takes it. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { NewTradeDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '#ui/controls/button.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { REQUIRED_FIELDS, type TradeDraft, tradeDraft } from './trade-draft.ts';
import { TradeFields } from './trade-fields.tsx';

export interface TradeFormProps {
  readonly label: string;
  readonly defaults: TradeDraft;
  readonly submitText: string;
  readonly busyText: string;
  readonly isOpen: boolean;
  /** True when it was saved and the form shall be as at the start. */
  readonly onSubmit: (trade: NewTradeDto) => Promise<boolean>;
  /** Shown left of the button. */
  readonly children?: ReactNode;
}

export function TradeForm({
  label,
  defaults,
  submitText,
  busyText,
  isOpen,
  onSubmit,
  children,
}: TradeFormProps): ReactNode {
  const form = useForm<TradeDraft, unknown, NewTradeDto>({
    resolver: zodResolver(tradeDraft),
    defaultValues: defaults,
    mode: 'onTouched',
  });
  const submit = form.handleSubmit(
    async (trade) => {
      if (await onSubmit(trade)) form.reset(defaults);
    },
    (problems) => {
      if (REQUIRED_FIELDS.every((name) => problems[name] === undefined)) return;
      toastError('Please fill in platform, symbol, and entry price.', 'Missing Required Fields');
    },
  );
  return (
    <form className="card-form" noValidate aria-label={label} onSubmit={(event) => void submit(event)}>
      <TradeFields form={form} isOpen={isOpen} />
      <div className="flex flex-wrap items-center gap-2">
        {children}
        <Button
          type="submit"
          kind={isOpen ? 'primary' : 'normal'}
          className="grow"
          busy={form.formState.isSubmitting}
          busyText={busyText}
        >
          {submitText}
        </Button>
      </div>
    </form>
  );
}
