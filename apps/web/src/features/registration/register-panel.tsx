/** Registration as a visitor and as somebody signed in: kept for after sign-in, or sent at once. */
import type { CurrentUser, RegistrationForm as Form, RegistrationFacts } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { loginAddress } from '#api/account/auth.ts';
import { useRegister, useRegistration } from '#api/account/registration.ts';
import {
  forgetRegistration,
  type KeptRegistration,
  keepRegistration,
  keptRegistration,
} from '#lib/state/kept-registration.ts';
import { pendingPlan } from '#lib/state/pending-plan.ts';
import { FullPageSpinner } from '#ui/marks/spinner.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { RegistrationForm } from './registration-form.tsx';

/** What is known already; agreements are always given again. */
function defaultsOf(
  user: CurrentUser | null,
  facts: RegistrationFacts | undefined,
  kept: KeptRegistration | null,
): Partial<Form> {
  if (kept !== null) {
    const {
      agreedToTerms: _t,
      agreedToDisclaimer: _d,
      agreedToRiskWarning: _r,
      versions: _v,
      ...rest
    } = kept;
    return rest;
  }
  const known = {
    firstName: facts?.firstName ?? user?.firstName,
    lastName: facts?.lastName,
    email: facts?.email ?? user?.email,
    company: facts?.company,
    phone: facts?.phone,
    tradingExperience: facts?.tradingExperience,
    marketDataStatus: facts?.marketDataStatus,
  };
  return Object.fromEntries(
    Object.entries(known).filter(([, value]) => value !== null && value !== undefined),
  ) as Partial<Form>;
}

export interface RegisterPanelProps {
  readonly user: CurrentUser | null;
  /** Path to return to; null without one. */
  readonly returnTo: string | null;
}

/**
 * Where a stored registration leads: back to where it was requested, else to the chosen plan, else to the dashboard.
 */
function nextAddress(returnTo: string | null): string {
  const plan = pendingPlan();
  return returnTo ?? (plan === null ? '/' : `/subscribe?plan=${encodeURIComponent(plan)}`);
}

function keepAndSignIn(form: Form, returnTo: string | null): void {
  try {
    keepRegistration(form);
  } catch {
    // The browser refuses storage or has no space: without it the form would be lost on the way to sign-in
    toastError('An unexpected error occurred. Please try again.', 'Registration Error');
    return;
  }
  location.assign(loginAddress(returnTo ?? undefined));
}

export function RegisterPanel({ user, returnTo }: RegisterPanelProps): ReactNode {
  const { facts, isLoading } = useRegistration(user !== null);
  const send = useRegister();
  if (isLoading) return <FullPageSpinner text="Loading..." />;

  const store = async (form: Form): Promise<void> => {
    try {
      await send(form);
      forgetRegistration();
      // A whole load: the payment page has a policy of its own
      location.assign(nextAddress(returnTo));
    } catch (error) {
      toastError(error, 'Registration Error');
    }
  };
  return (
    <RegistrationForm
      defaults={defaultsOf(user, facts, keptRegistration())}
      submitText={user === null ? 'Create Account' : 'Save registration'}
      onSubmit={(form) => (user === null ? keepAndSignIn(form, returnTo) : store(form))}
    />
  );
}
