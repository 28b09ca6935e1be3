/** Accounts of the gateway: any username; the password selects the rights. */
import { BAD_INPUT, DENIED, FAILED, WRONG_PASSWORD } from '#rithmic/messages/rp-codes.ts';

export interface Account {
  readonly user: string;
  readonly marketData: boolean;
  /** `price` serves depth by order for single prices only. */
  readonly depthByOrder: 'book' | 'price' | 'none';
  /** Logins on one plant at a time; one more takes the oldest seat. */
  readonly sessions: number;
  /** Another program takes the seat this long after the login; null where none does. */
  readonly takenAfterMs: number | null;
  /** Titles of agreements that are not signed. */
  readonly unsigned: readonly string[];
}

export type Admission =
  | { readonly kind: 'account'; readonly account: Account }
  /** The response to the login is a forced logout. */
  | { readonly kind: 'no-seat' }
  | { readonly kind: 'maintenance' }
  /** The response to the login is this code. */
  | { readonly kind: 'refused'; readonly rpCode: readonly string[] };

const FULL = {
  marketData: true,
  depthByOrder: 'book',
  sessions: 2,
  takenAfterMs: null,
  unsigned: [],
} as const;
const TAKEN_AFTER_MS = 2_000;

/** Logins that are denied to a returning client while the gateway still holds the seat. */
const HELD_LOGINS = 2;
const AGREEMENTS = ['CME Group Market Data Subscriber Agreement', 'Rithmic Self-Certification'] as const;

/** The account of each password. Anything else is denied with a code without a reason. */
const PASSWORDS = new Map<string, Omit<Account, 'user'> | 'no-seat' | 'maintenance'>([
  ['paper', FULL],
  ['paper-l2', { ...FULL, depthByOrder: 'none' }],
  ['paper-prices', { ...FULL, depthByOrder: 'price' }],
  ['paper-nodata', { ...FULL, marketData: false, depthByOrder: 'none' }],
  ['paper-single', { ...FULL, sessions: 1 }],
  ['paper-unsigned', { ...FULL, unsigned: AGREEMENTS }],
  ['unsigned', { ...FULL, marketData: false, depthByOrder: 'none', unsigned: AGREEMENTS }],
  ['elsewhere', { ...FULL, takenAfterMs: TAKEN_AFTER_MS }],
  ['no-seat', 'no-seat'],
  ['maintenance', 'maintenance'],
]);

const REFUSALS = new Map<string, readonly string[]>([
  ['bad-input', BAD_INPUT],
  ['failing', FAILED],
]);

/** Reads a login, the `attempts`th of this user since the start. The password is never stored. */
export function admit(user: string, password: string, attempts: number): Admission {
  if (password.startsWith('wrong')) return { kind: 'refused', rpCode: WRONG_PASSWORD };
  const isFree = password === 'held' && attempts > HELD_LOGINS;
  const found = user === '' ? undefined : isFree ? FULL : PASSWORDS.get(password);
  if (found === undefined) return { kind: 'refused', rpCode: REFUSALS.get(password) ?? DENIED };
  if (found === 'no-seat' || found === 'maintenance') return { kind: found };
  return { kind: 'account', account: { user, ...found } };
}
