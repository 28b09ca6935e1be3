/** Whom the gateway lets in: any username; the password decides what the account may do. */

export interface Account {
  readonly user: string;
  readonly marketData: boolean;
  /** `price` serves depth by order for single prices only. */
  readonly depthByOrder: 'book' | 'price' | 'none';
  /** Logins on one plant at a time; one more takes the oldest seat. */
  readonly sessions: number;
  /** Another program takes the seat this long after the login; null where nobody does. */
  readonly takenAfterMs: number | null;
}

export type Admission =
  | { readonly kind: 'account'; readonly account: Account }
  /** The answer to the login is a forced logout. */
  | { readonly kind: 'no-seat' }
  | { readonly kind: 'maintenance' }
  | { readonly kind: 'denied' };

const FULL = { marketData: true, depthByOrder: 'book', sessions: 2, takenAfterMs: null } as const;
const TAKEN_AFTER_MS = 2_000;

/** What each password opens. Anything else is a wrong password. */
const PASSWORDS = new Map<string, Omit<Account, 'user'> | 'no-seat' | 'maintenance'>([
  ['paper', FULL],
  ['paper-l2', { ...FULL, depthByOrder: 'none' }],
  ['paper-prices', { ...FULL, depthByOrder: 'price' }],
  ['paper-nodata', { ...FULL, marketData: false, depthByOrder: 'none' }],
  ['paper-single', { ...FULL, sessions: 1 }],
  ['elsewhere', { ...FULL, takenAfterMs: TAKEN_AFTER_MS }],
  ['no-seat', 'no-seat'],
  ['maintenance', 'maintenance'],
]);

/** Reads a login. The password is never kept. */
export function admit(user: string, password: string): Admission {
  const found = user === '' ? undefined : PASSWORDS.get(password);
  if (found === undefined) return { kind: 'denied' };
  if (found === 'no-seat' || found === 'maintenance') return { kind: found };
  return { kind: 'account', account: { user, ...found } };
}
