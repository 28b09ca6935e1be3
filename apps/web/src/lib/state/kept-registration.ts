/**
 * The registration that a visitor filled in, kept for the browser session until they are signed in and it can be sent.
 */
import { LEGAL_VERSIONS, type RegistrationForm, registrationForm } from '@undertow/contracts';

const KEY = 'registrationForm';

/** Versions of the texts that this build of the pages shows. */
export const SHOWN_VERSIONS = {
  terms: LEGAL_VERSIONS.terms.version,
  privacy: LEGAL_VERSIONS.privacy.version,
  disclaimer: LEGAL_VERSIONS.disclaimer.version,
  riskWarning: LEGAL_VERSIONS.riskWarning.version,
};

export interface KeptRegistration extends RegistrationForm {
  readonly versions: typeof SHOWN_VERSIONS;
}

/** Keeps the form. Throws where the browser refuses storage. */
export function keepRegistration(form: RegistrationForm): void {
  const kept: KeptRegistration = { ...form, versions: SHOWN_VERSIONS };
  sessionStorage.setItem(KEY, JSON.stringify(kept));
}

/** The kept form; null where there is none, or none that can be read. */
export function keptRegistration(): KeptRegistration | null {
  try {
    const { versions, ...form } = JSON.parse(sessionStorage.getItem(KEY) ?? '') as KeptRegistration;
    return { ...registrationForm.parse(form), versions };
  } catch {
    // Nothing was kept, storage is refused, or somebody wrote something else there
    return null;
  }
}

export function forgetRegistration(): void {
  try {
    sessionStorage.removeItem(KEY);
  } catch {
    // Storage that is refused keeps nothing
  }
}
