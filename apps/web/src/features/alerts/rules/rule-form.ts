/** The form of a rule as its parts know it. */
import type { AlertRuleInput } from '@undertow/contracts';
import type { UseFormRegisterReturn, UseFormReturn } from 'react-hook-form';
import type { RuleDraft } from './rule-draft.ts';

export type RuleForm = UseFormReturn<RuleDraft, unknown, AlertRuleInput>;

/** What a field of text is given: its registration and, where it is wrong, the sentence below it. */
export function fieldOf(
  form: RuleForm,
  name: keyof RuleDraft,
): UseFormRegisterReturn & { readonly error: string | undefined } {
  return { ...form.register(name), error: form.formState.errors[name]?.message };
}
