/** What the response codes of the gateway mean: done, nothing there, refused; and why a login was refused. */
import { RithmicError, type RithmicFault } from './rithmic-feed.ts';

/** How a request ended. `refused` is the request's failure, never the connection's. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string };

export const PERMISSION_DENIED = '13';
/** What a gateway says to a subscription that it has already. */
export const EXISTS_ALREADY = '1029';
const EMPTY_CODE = '7';

/** Code 7 stands for an empty result and for a real failure; only its text tells. */
export function outcomeOf(rpCode: readonly string[] | undefined): Outcome {
  const [code = '0', text = ''] = rpCode ?? [];
  if (code === '0') return { kind: 'done' };
  if (code === EMPTY_CODE && /no data/i.test(text)) return { kind: 'empty' };
  return { kind: 'refused', code, text };
}

const LOGIN_FAULTS: readonly (readonly [RegExp, RithmicFault])[] = [
  [/session|already logged|concurrent|in use/i, 'session_limit'],
  [/maint|not available|unavailable|closed|no data|try again/i, 'maintenance'],
  [/entitle|market data/i, 'no_entitlement'],
  [/system/i, 'unknown_system'],
];

/**
 * Why a login was refused. What the catalogue of texts does not name counts as a wrong name or password: such a login is
 * never tried again by itself, so that no account is locked by us.
 */
export function loginError({ code, text }: { readonly code: string; readonly text: string }): RithmicError {
  const fault = LOGIN_FAULTS.find(([words]) => words.test(text))?.[1] ?? 'wrong_password';
  return new RithmicError(fault, `the gateway refused the login with code ${code.slice(0, 16)}`);
}
