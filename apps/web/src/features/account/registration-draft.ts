/** The registration as the profile edits it: what changed, what is wrong, and what is sent. Pure. */
import {
  LEGAL_VERSIONS,
  type RegistrationFacts,
  type RegistrationForm,
  registrationForm,
} from '@undertow/contracts';

export interface RegistrationDraft {
  readonly firstName: string;
  readonly lastName: string;
  readonly company: string;
  readonly phone: string;
  readonly tradingExperience: RegistrationForm['tradingExperience'];
  readonly marketDataStatus: RegistrationForm['marketDataStatus'];
}

/** What was registered, ready to be edited. */
export function draftOf(facts: RegistrationFacts): RegistrationDraft {
  return {
    firstName: facts.firstName ?? '',
    lastName: facts.lastName ?? '',
    company: facts.company ?? '',
    phone: facts.phone ?? '',
    tradingExperience: facts.tradingExperience ?? 'beginner',
    marketDataStatus: facts.marketDataStatus ?? 'non_professional',
  };
}

export function hasChanged(draft: RegistrationDraft, facts: RegistrationFacts): boolean {
  const before = draftOf(facts);
  return (Object.keys(before) as (keyof RegistrationDraft)[]).some((key) => before[key] !== draft[key]);
}

/** The three agreements are to the current texts; somebody who agreed to older ones reads them again first. */
export function agreedToTextsOfToday(facts: RegistrationFacts): boolean {
  const wanted = {
    terms: LEGAL_VERSIONS.terms.version,
    disclaimer: LEGAL_VERSIONS.disclaimer.version,
    risk_warning: LEGAL_VERSIONS.riskWarning.version,
  } as const;
  return Object.entries(wanted).every(([kind, version]) =>
    facts.consents.some((consent) => consent.kind === kind && consent.version === version),
  );
}

/** The whole registration to be sent, or a sentence for each field that is wrong. */
export function toRegistration(
  draft: RegistrationDraft,
  email: string,
):
  | { readonly form: RegistrationForm }
  | { readonly problems: Readonly<Partial<Record<keyof RegistrationDraft, string>>> } {
  const { company, phone, ...rest } = draft;
  const parsed = registrationForm.safeParse({
    ...rest,
    ...(company.trim() === '' ? {} : { company }),
    ...(phone.trim() === '' ? {} : { phone }),
    email,
    agreedToTerms: true,
    agreedToDisclaimer: true,
    agreedToRiskWarning: true,
  });
  if (parsed.success) return { form: parsed.data };
  const wrong = parsed.error.issues.map((issue) => [String(issue.path[0]), 'Please check this.'] as const);
  return {
    problems: Object.fromEntries(wrong.map(([field]) => [field, PROBLEMS[field] ?? 'Please check this.'])),
  };
}

const PROBLEMS: Readonly<Record<string, string>> = {
  firstName: 'Your first name, at most 100 characters.',
  lastName: 'Your last name, at most 100 characters.',
  company: 'At most 200 characters.',
  phone: 'At most 50 characters.',
};
