/** Making and changing a rule: its fields, and beside them what it would have done on the recorded past. */
import { zodResolver } from '@hookform/resolvers/zod';
import type { AlertRuleInput } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useForm } from 'react-hook-form';
import { useSaveAlertRule } from '#api/alerts/alert-rules.ts';
import { ApiError, detailedError } from '#api/client/api-error.ts';
import { DryRun } from '#features/alerts/dry-run/dry-run.tsx';
import { backtestOfAlertAddress } from '#lib/address/backtest-address.ts';
import { Button, ButtonLink } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import { ConditionFields } from './condition-fields.tsx';
import { fieldOfRefusal } from './refused-field.ts';
import { type RuleDraft, ruleDraft } from './rule-draft.ts';
import { fieldOf, type RuleForm } from './rule-form.ts';
import { HoursFields, InstrumentsField } from './rule-scope-fields.tsx';

export interface EditedRule {
  /** Null: a new rule. */
  readonly id: string | null;
  readonly draft: RuleDraft;
}

/** Refusals of the server are shown at the fields that they name, the rest above the buttons. */
function showRefusal(form: RuleForm, error: Error): void {
  const issues = error instanceof ApiError ? error.issues : [];
  const placed = issues.map(({ path, message }) => ({
    message,
    field: fieldOfRefusal(path, form.getValues()),
  }));
  const rest = placed.filter(({ field }) => field === null).map(({ message }) => message);
  if (placed.length === 0) rest.push(detailedError(error));
  for (const { field, message } of placed) {
    if (field !== null) form.setError(field, { message }, { shouldFocus: true });
  }
  if (rest.length > 0) form.setError('root', { message: rest.join(' ') });
}

function useRuleForm(draft: RuleDraft): RuleForm {
  return useForm<RuleDraft, unknown, AlertRuleInput>({
    resolver: zodResolver(ruleDraft),
    defaultValues: draft,
    mode: 'onTouched',
  });
}

function FormBody({ form }: { readonly form: RuleForm }): ReactNode {
  const problem = form.formState.errors.root?.message;
  return (
    <div className="rule-form">
      <TextField label="Name" required maxLength={80} autoComplete="off" {...fieldOf(form, 'name')} />
      <ConditionFields form={form} />
      {form.watch('kind') === 'price_line' ? null : <InstrumentsField form={form} />}
      <HoursFields form={form} />
      {problem === undefined ? null : (
        <p className="field-error" role="alert">
          {problem}
        </p>
      )}
    </div>
  );
}

/** What the fields make now; null while one of them is wrong. The name plays no part in a dry run. */
function ruleOf(draft: RuleDraft): AlertRuleInput | null {
  return ruleDraft.safeParse({ ...draft, name: draft.name.trim() || 'New rule' }).data ?? null;
}

export interface RuleDialogProps {
  readonly edited: EditedRule;
  readonly onClose: () => void;
}

export function RuleDialog({ edited, onClose }: RuleDialogProps): ReactNode {
  const isNew = edited.id === null;
  const form = useRuleForm(edited.draft);
  const save = useSaveAlertRule();
  const submit = form.handleSubmit((rule) =>
    save.mutate(
      { id: edited.id, rule },
      {
        onSuccess: ({ name }) => {
          toast({ title: isNew ? 'Alert Created' : 'Alert Updated', text: `${name} is saved.` });
          onClose();
        },
        onError: (error) => {
          if (!isNew) toastError('Failed to update alert configuration.');
          showRefusal(form, error);
        },
      },
    ),
  );
  return (
    <Dialog open wide onClose={onClose} title={isNew ? 'New rule' : 'Edit rule'}>
      <form
        className="card-form rule-editor"
        noValidate
        aria-label="Alert rule"
        onSubmit={(event) => void submit(event)}
      >
        <FormBody form={form} />
        <DryRun rule={ruleOf(form.watch())} />
        <div className="dialog-foot">
          {edited.id === null ? null : (
            <>
              <ButtonLink kind="quiet" href={backtestOfAlertAddress(edited.id)}>
                Backtest this rule
              </ButtonLink>
              <span className="grow" />
            </>
          )}
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" kind="primary" busy={save.isPending} busyText="Saving...">
            Save rule
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
