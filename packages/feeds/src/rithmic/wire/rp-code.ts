/** What the response codes of the gateway mean: done, nothing there, refused; and why a login was refused. */
import { RithmicError, type RithmicFault } from './rithmic-error.ts';

/** How a request ended. `refused` is the request's failure, never the connection's. */
export type Outcome =
  | { readonly kind: 'done' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'refused'; readonly code: string; readonly text: string };

export const PERMISSION_DENIED = '13';
/** What a gateway answers to a subscription that it has already. */
export const EXISTS_ALREADY = '1029';
const EMPTY_CODE = '7';

/** Code 7 means an empty result or a real failure; only its text distinguishes them. */
export function outcomeOf(rpCode: readonly string[] | undefined): Outcome {
  const [code = '0', text = ''] = rpCode ?? [];
  if (code === '0') return { kind: 'done' };
  if (code === EMPTY_CODE && /no data/i.test(text)) return { kind: 'empty' };
  return { kind: 'refused', code, text };
}

/** What the text of a refusal establishes. */
const LOGIN_FAULTS: readonly (readonly [RegExp, RithmicFault])[] = [
  [/password|credential|(unknown|invalid|incorrect|no such) (user|login)/i, 'wrong_password'],
  [/agreement/i, 'agreements_unsigned'],
  [/session|already logged|concurrent|in use/i, 'session_limit'],
  [/maint|not available|unavailable|closed|no data|try again/i, 'maintenance'],
  [/entitle|market data/i, 'no_entitlement'],
  [/system/i, 'unknown_system'],
];

const BAD_INPUT = '6';
/** What a code alone leaves open: a seat that is still held is denied as a mistyped password is. */
const CODE_FAULTS: ReadonlyMap<string, RithmicFault> = new Map([
  [PERMISSION_DENIED, 'login_denied'],
  [BAD_INPUT, 'login_rejected'],
]);

/**
 * Why a login was refused. Only a text that names the name or the password is a wrong password for certain. Whatever
 * else is tried again a few times, so that no account is locked by us.
 */
export function loginError({ code, text }: { readonly code: string; readonly text: string }): RithmicError {
  const fault =
    LOGIN_FAULTS.find(([words]) => words.test(text))?.[1] ?? CODE_FAULTS.get(code) ?? 'login_failed';
  return new RithmicError(fault, `the gateway refused the login with code ${code.slice(0, 16)}`);
}
