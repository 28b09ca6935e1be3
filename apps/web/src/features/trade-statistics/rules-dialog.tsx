/** The rules an account is held to, as its firm states them: every limit is a setting. */

import { zodResolver } from '@hookform/resolvers/zod';
import type { TradeAccountDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { type UseFormReturn, useForm } from 'react-hook-form';
import { useSaveTradeAccount } from '#api/journal/trade-statistics.ts';
import { Button } from '#ui/controls/button.tsx';
import { SelectField } from '#ui/controls/select.tsx';
import { TextArea, TextField } from '#ui/controls/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { accountName } from './rules-accounts.ts';
import { accountOf, draftOf, type RulesDraft, rulesDraft, type SavedRules } from './rules-draft.ts';

type Form = UseFormReturn<RulesDraft, unknown, SavedRules>;

const TRAILING = [
  { value: 'none', label: 'Nothing: fixed at the start' },
  { value: 'end-of-day', label: 'End-of-day balances' },
  { value: 'intraday', label: 'Intraday open profit' },
];

function Fields({ form, currency }: { readonly form: Form; readonly currency: string }): ReactNode {
  const field = (name: Exclude<keyof RulesDraft, 'trailing' | 'newsTimes'>, label: string): ReactNode => (
    <TextField
      {...form.register(name)}
      label={label}
      inputMode="decimal"
      autoComplete="off"
      error={form.formState.errors[name]?.message}
    />
  );
  return (
    <div className="rule-fields">
      {field('startBalance', `Start balance, ${currency}`)}
      {field('profitTarget', `Profit target, ${currency}`)}
      {field('dailyLossLimit', `Daily loss limit, ${currency}`)}
      {field('maxLoss', `Max loss, ${currency}`)}
      <SelectField {...form.register('trailing')} label="The max loss trails" options={TRAILING} />
      {field('trailingCap', `Stops trailing at a balance of, ${currency}`)}
      {field('consistencyPercent', 'Best day at most, % of profit')}
      {field('minimumDays', 'Minimum trading days')}
      {field('winningDays', 'Minimum winning days')}
      {field('winningDayAmount', `Minimum profit of a winning day, ${currency}`)}
      {field('maxContracts', 'Maximum contracts at once (ten micros are one)')}
      {field('closingMinutes', 'Minutes flat before 16:00 Chicago')}
      {field('newsMinutes', 'Minutes flat around news')}
      <TextField
        {...form.register('countFrom')}
        label="Counted from exchange day, after a reset"
        type="date"
        error={form.formState.errors.countFrom?.message}
      />
      <div className="rule-news">
        <TextArea
          {...form.register('newsTimes')}
          label="News, Chicago time, one per line"
          placeholder="2026-12-10 07:30"
          rows={3}
          error={form.formState.errors.newsTimes?.message}
        />
      </div>
    </div>
  );
}

export interface RulesDialogProps {
  readonly account: TradeAccountDto;
  readonly onClose: () => void;
}

export function RulesDialog({ account, onClose }: RulesDialogProps): ReactNode {
  const save = useSaveTradeAccount();
  const form = useForm<RulesDraft, unknown, SavedRules>({
    resolver: zodResolver(rulesDraft),
    defaultValues: draftOf(account),
    mode: 'onTouched',
  });
  const submit = form.handleSubmit((saved) =>
    save.mutate(accountOf(account, saved), {
      onSuccess: () => {
        toast({ title: 'Rules Saved', text: 'Its trades are checked against them from now on.' });
        onClose();
      },
      onError: (error) => toastError(error, 'Failed to Save Rules'),
    }),
  );
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Rules of ${accountName(account.account)}`}
      description="Enter the rules as your firm states them. Leave a field empty if the rule does not apply to this account."
    >
      <form
        className="card-form"
        noValidate
        aria-label="Rules of the account"
        onSubmit={(event) => void submit(event)}
      >
        <Fields form={form} currency={account.currency} />
        <div className="dialog-foot">
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={save.isPending} busyText="Saving...">
            Save rules
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
