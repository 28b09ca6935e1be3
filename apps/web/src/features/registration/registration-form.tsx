/**
 * The account form: who registers, the market-data status, three agreements. It checks by the contract and hands on
 * what is valid.
 */

import { zodResolver } from '@hookform/resolvers/zod';
import { type RegistrationForm as Form, registrationForm, TRADING_EXPERIENCES } from '@undertow/contracts';
import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { type DefaultValues, type UseFormReturn, useForm } from 'react-hook-form';
import { EXPERIENCE_WORDS } from '#lib/words/experience-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { RadioCards } from '#ui/controls/radio-cards.tsx';
import { SelectField } from '#ui/controls/select.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { Agreements, NewTab } from './agreements.tsx';
import { AGREEMENTS, EXPECTED, missingAgreements, STATUS_CARDS } from './registration-words.ts';

type FieldName = keyof typeof EXPECTED;

function Names({ form }: { readonly form: UseFormReturn<Form> }): ReactNode {
  const { register, formState } = form;
  const errorOf = (name: FieldName) => (formState.errors[name] === undefined ? undefined : EXPECTED[name]);
  const field = (name: FieldName) => ({ ...register(name), error: errorOf(name) });
  return (
    <>
      <div className="form-row">
        <TextField label="First name" required autoComplete="given-name" {...field('firstName')} />
        <TextField label="Last name" required autoComplete="family-name" {...field('lastName')} />
      </div>
      <TextField label="Email" required type="email" autoComplete="email" {...field('email')} />
      <div className="form-row">
        <TextField label="Company" placeholder="Optional" autoComplete="organization" {...field('company')} />
        <TextField label="Phone" placeholder="Optional" type="tel" autoComplete="tel" {...field('phone')} />
      </div>
    </>
  );
}

const EXPERIENCES = [
  { value: '', label: 'Choose' },
  ...TRADING_EXPERIENCES.map((value) => ({ value, label: EXPERIENCE_WORDS[value] })),
];

function Trading({ form }: { readonly form: UseFormReturn<Form> }): ReactNode {
  const { register, formState } = form;
  const { tradingExperience, marketDataStatus } = formState.errors;
  return (
    <>
      <SelectField
        {...register('tradingExperience')}
        label="Trading experience"
        required
        options={EXPERIENCES}
        error={tradingExperience === undefined ? undefined : EXPECTED.tradingExperience}
      />
      <RadioCards
        legend="For market-data rules, you are"
        cards={STATUS_CARDS}
        input={register('marketDataStatus')}
        error={marketDataStatus === undefined ? undefined : EXPECTED.marketDataStatus}
      >
        <p className="t-12 mt-1.5 text-text-3">
          Exchanges require us to know. <NewTab href="/terms#market-data">What these terms mean</NewTab>
        </p>
      </RadioCards>
    </>
  );
}

function sayAgreementRequired(): void {
  toastError('You must agree to all terms and conditions to continue.', 'Agreement Required');
}

export interface RegistrationFormProps {
  readonly defaults: DefaultValues<Form>;
  readonly submitText: string;
  /** Takes the valid form; the button is busy until it is done. */
  readonly onSubmit: (form: Form) => Promise<void> | void;
}

export function RegistrationForm({ defaults, submitText, onSubmit }: RegistrationFormProps): ReactNode {
  const reasonId = useId();
  const form = useForm<Form>({
    resolver: zodResolver(registrationForm),
    defaultValues: defaults,
    mode: 'onTouched',
  });
  const missing = form.watch([...AGREEMENTS]).filter((ticked) => ticked !== true).length;
  const reason = missingAgreements(missing);
  // A switched-off button keeps the browser from sending on Enter: the reason is said anyway
  const onKeyDown = (event: KeyboardEvent<HTMLFormElement>): void => {
    const isField = event.target instanceof HTMLInputElement && event.target.type !== 'checkbox';
    if (event.key === 'Enter' && isField && missing > 0) sayAgreementRequired();
  };
  return (
    <form
      className="card register-form"
      noValidate
      onKeyDown={onKeyDown}
      onSubmit={(event) => {
        if (missing > 0) {
          event.preventDefault();
          sayAgreementRequired();
          return;
        }
        void form.handleSubmit((valid) => onSubmit(valid))(event);
      }}
    >
      <Names form={form} />
      <Trading form={form} />
      <Agreements register={form.register} />
      <div className="register-submit">
        <Button
          type="submit"
          kind="primary"
          size="large"
          className="w-full"
          disabled={missing > 0}
          busy={form.formState.isSubmitting}
          aria-describedby={reason === null ? undefined : reasonId}
        >
          {submitText}
        </Button>
        <p id={reasonId} className="t-12 mt-2 min-h-[1.45em] text-center text-text-3">
          {reason}
        </p>
      </div>
    </form>
  );
}
