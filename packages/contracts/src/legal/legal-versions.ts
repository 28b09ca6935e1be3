/** Which version of each legal text is in force: what a consent names, with the hash of the words that were agreed to. */
import type { ConsentKind } from '#account/registration.ts';

export interface LegalVersion {
  /** Date and number, for example `2026-11-22.1`. */
  readonly version: string;
  /** Day from which it binds, `YYYY-MM-DD`. */
  readonly effectiveFrom: string;
  /** SHA-256 in hexadecimal of the text as JSON; `legal-texts.test.ts` holds it to the text. */
  readonly textHash: string;
}

const FIRST = { version: '2026-11-22.1', effectiveFrom: '2026-11-22' } as const;
const SECOND = { version: '2026-11-22.2', effectiveFrom: '2026-11-22' } as const;
const THIRD = { version: '2026-11-22.3', effectiveFrom: '2026-11-22' } as const;
const FOURTH = { version: '2026-11-23.1', effectiveFrom: '2026-11-23' } as const;
const FIFTH = { version: '2026-11-23.2', effectiveFrom: '2026-11-23' } as const;
const SIXTH = { version: '2026-11-23.3', effectiveFrom: '2026-11-23' } as const;
const SEVENTH = { version: '2026-11-25.1', effectiveFrom: '2026-11-25' } as const;
const EIGHTH = { version: '2026-11-27.1', effectiveFrom: '2026-11-27' } as const;
const NINTH = { version: '2026-11-29.1', effectiveFrom: '2026-11-29' } as const;
const TENTH = { version: '2026-11-30.1', effectiveFrom: '2026-11-30' } as const;

/**
 * A change of a text gets a new version here, with its hash. What was in force before moves to the end of
 * `LEGAL_HISTORY`.
 */
export const LEGAL_VERSIONS = {
  terms: { ...SEVENTH, textHash: '02b23ec8c7159ba6f2572f8e6ecfe805e1078566f751aad956a998b72537ae2e' },
  privacy: { ...TENTH, textHash: '9381ac09ddfcd796ffd543ab64bfbf575273301b191ef0581f143005ecc1262a' },
  disclaimer: { ...SEVENTH, textHash: 'f3c8202060c6a00bc38bf794ec6224947d2ed26e12f80f2eb75b5f46988ab4a1' },
  riskWarning: { ...SEVENTH, textHash: 'bc53086a34f5c04a8cb566f86b2f749cc3bf9d08c3a48153962b5d5e2ee98cb5' },
  immediateSupply: { ...FIRST, textHash: '9bb5defad376fab0b5dbcc7ac297bb10ac0bbc25eb238361c6725cc724f7c44c' },
} as const satisfies Record<string, LegalVersion>;

export type LegalTextName = keyof typeof LEGAL_VERSIONS;

/** Versions that are no longer in force, oldest first; consents still name them. */
export const LEGAL_HISTORY: readonly (LegalVersion & { readonly text: LegalTextName })[] = [
  { text: 'privacy', ...FIRST, textHash: 'fb04eb7837c56547dab6293b58a5684cc1db38866b275222414bc17dc6515aa3' },
  {
    text: 'privacy',
    ...SECOND,
    textHash: 'e23dcc927a167498410ffd011f931357fe00ddb0d6879bdcdd3a592436320eee',
  },
  { text: 'privacy', ...THIRD, textHash: '9e11f10ed69537d22796364c361650efd9f253d50862e4814277aa51c645f8f1' },
  {
    text: 'privacy',
    ...FOURTH,
    textHash: '9683dad26e5b49cc2d1d8dc9797085be0cd6b5f43bc861d2f730f509105483b8',
  },
  { text: 'privacy', ...FIFTH, textHash: 'b6e641d4afecdb364f91b5421179bb884c55223735f290a0dcc8aa2a807e4172' },
  {
    text: 'terms',
    ...FIRST,
    textHash: '88f9c837ff0a5243c8a9c72fee1fcc9b58bbe5223550543920b033f456b9b5c5',
  },
  {
    text: 'privacy',
    ...SIXTH,
    textHash: '9262de36ded431a3858818cdccd9604089c1898993de5c7e7687083e5edc5735',
  },
  {
    text: 'disclaimer',
    ...FIRST,
    textHash: '6f89553ad92fea4df7051832390012d95085999b8cb0e625d6fe8e90333558ea',
  },
  {
    text: 'riskWarning',
    ...FIRST,
    textHash: 'a6a3ef87eb445a3100dbeed55624979d06d7df18c1c617ee225c1a8d1cdf2dc5',
  },
  {
    text: 'privacy',
    ...SEVENTH,
    textHash: 'd561e3eca6aabd5c8787355d1d16037ca5aeaed1f20a5031cb86ff9a3d850c25',
  },
  {
    text: 'privacy',
    ...EIGHTH,
    textHash: 'f36c54d980a92dc05a20194b69fc4e3abaad4a8f1c1499b13e9c0b2383c8a9c7',
  },
  { text: 'privacy', ...NINTH, textHash: 'd46e1aae347ea196fdc27ef5a0977159d4b48745d119fcde6a97ab887547f7b4' },
];

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
