/** The fields of the dialog of a new API key, and what is wrong with it. */
import { type ApiScope, DEFAULT_API_KEY_DAYS, newApiKey } from '@undertow/contracts';
import type { KeyDraft } from '#api/account/api-keys.ts';

export interface KeyFields {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly isRestricted: boolean;
  /** Addresses and networks, with commas or spaces between them. */
  readonly addresses: string;
  readonly days: number;
}

/** Scopes that write are off unless they are chosen. */
export const EMPTY_KEY: KeyFields = {
  name: '',
  scopes: ['market:read', 'journal:read'],
  isRestricted: false,
  addresses: '',
  days: DEFAULT_API_KEY_DAYS,
};

export type KeyFaults = Partial<Record<'name' | 'scopes' | 'addresses', string>>;

const addressesOf = ({ isRestricted, addresses }: KeyFields): string[] =>
  isRestricted ? addresses.split(/[\s,]+/).filter((one) => one !== '') : [];

/** The request, or a sentence for each field that is wrong. */
export function readKey(fields: KeyFields): { readonly draft: KeyDraft | null; readonly faults: KeyFaults } {
  const addresses = addressesOf(fields);
  const sent = { name: fields.name, scopes: [...fields.scopes], addresses, expiresInDays: fields.days };
  const parsed = newApiKey.safeParse(sent);
  const faults: KeyFaults = {
    ...(fields.isRestricted && addresses.length === 0
      ? { addresses: 'Enter at least one address, or choose Any.' }
      : {}),
  };
  for (const { path, message } of parsed.error?.issues ?? []) {
    const [field, place] = path;
    if (field === 'name') faults.name ??= 'Enter a name of up to 60 characters.';
    if (field === 'scopes') faults.scopes ??= 'Choose at least one scope.';
    if (field === 'addresses')
      faults.addresses ??= typeof place === 'number' ? `${addresses[place]}: ${message}.` : `${message}.`;
  }
  const isSound = parsed.success && Object.keys(faults).length === 0;
  return { draft: isSound ? parsed.data : null, faults };
}
