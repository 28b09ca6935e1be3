/** Words of the registration form: options, what each field expects, and why it cannot be sent yet. Pure. */
import type { RegistrationForm } from '@undertow/contracts';

export const STATUS_CARDS = [
  { value: 'non_professional', title: 'Non-professional', text: 'You trade your own money' },
  { value: 'professional', title: 'Professional', text: 'For a firm, or registered' },
] as const;

/** What a field expects, when it is wrong. */
export const EXPECTED: Readonly<Partial<Record<keyof RegistrationForm, string>>> = {
  firstName: 'Enter your first name, up to 100 characters.',
  lastName: 'Enter your last name, up to 100 characters.',
  email: 'Enter an email address such as name@example.com.',
  company: 'Enter one line of up to 200 characters, or leave it empty.',
  phone: 'Enter one line of up to 50 characters, or leave it empty.',
  tradingExperience: 'Choose your trading experience.',
  marketDataStatus: 'Choose professional or non-professional.',
};

export const AGREEMENTS = ['agreedToTerms', 'agreedToDisclaimer', 'agreedToRiskWarning'] as const;

/** Why the form cannot be sent yet; null when all agreements are ticked. */
export function missingAgreements(missing: number): string | null {
  if (missing === 0) return null;
  return missing === 1
    ? 'Tick the last agreement to continue.'
    : `Tick the ${missing === 2 ? 'two' : 'three'} agreements to continue.`;
}
