/** Which version of each legal text is in force: what a consent names, with the hash of the words that were agreed to. */
import type { ConsentKind } from './registration.ts';

export interface LegalVersion {
  /** Date and number, for example `2026-11-22.1`. */
  readonly version: string;
  /** Day from which it binds, `YYYY-MM-DD`. */
  readonly effectiveFrom: string;
  /** SHA-256 in hexadecimal of the text as JSON; `legal/legal-texts.test.ts` holds it to the text. */
  readonly textHash: string;
}

const FIRST = { version: '2026-11-22.1', effectiveFrom: '2026-11-22' } as const;

/**
 * A change of a text gets a new version here, with its hash. What was in force before moves to the end of
 * `LEGAL_HISTORY`.
 */
export const LEGAL_VERSIONS = {
  terms: { ...FIRST, textHash: '' },
  privacy: { ...FIRST, textHash: '' },
  disclaimer: { ...FIRST, textHash: '' },
  riskWarning: { ...FIRST, textHash: '' },
  immediateSupply: { ...FIRST, textHash: '' },
} as const satisfies Record<string, LegalVersion>;

export type LegalTextName = keyof typeof LEGAL_VERSIONS;

/** Versions that are no longer in force, oldest first; consents still name them. */
export const LEGAL_HISTORY: readonly (LegalVersion & { readonly text: LegalTextName })[] = [];

const TEXT_OF_CONSENT: Readonly<Record<ConsentKind, LegalTextName>> = {
  terms: 'terms',
  privacy: 'privacy',
  disclaimer: 'disclaimer',
  risk_warning: 'riskWarning',
  immediate_supply: 'immediateSupply',
};

/** The version in force of the text that a kind of consent is about. */
export function legalVersionOf(kind: ConsentKind): LegalVersion {
  return LEGAL_VERSIONS[TEXT_OF_CONSENT[kind]];
}
