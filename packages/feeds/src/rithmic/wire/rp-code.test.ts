/** What the codes and texts of the gateway mean, and which refusals may be retried: no account is locked by us. */
import { expect, test } from 'vitest';
import { asRithmicError, RITHMIC_FAULTS, RithmicError } from './rithmic-error.ts';
import { loginError, outcomeOf } from './rp-code.ts';

test.each([
  [undefined, { kind: 'done' }],
  [[], { kind: 'done' }],
  [['0'], { kind: 'done' }],
  [['7', 'no data'], { kind: 'empty' }],
  [['7', 'There is NO DATA for it'], { kind: 'empty' }],
  [['7', 'internal error'], { kind: 'refused', code: '7', text: 'internal error' }],
  [['7'], { kind: 'refused', code: '7', text: '' }],
  [['13', 'permission denied'], { kind: 'refused', code: '13', text: 'permission denied' }],
] as const)('%j is %j', (code, outcome) => {
  expect(outcomeOf(code === undefined ? undefined : [...code])).toEqual(outcome);
});

test.each([
  ['13', 'invalid password', 'wrong_password', 'never'],
  ['13', 'unknown user', 'wrong_password', 'never'],
  ['13', 'permission denied', 'login_denied', 'limited'],
  ['6', 'bad input', 'login_rejected', 'limited'],
  ['1', '', 'login_failed', 'limited'],
  ['999', 'something new', 'login_failed', 'limited'],
  ['13', 'agreement not signed', 'agreements_unsigned', 'never'],
  ['13', 'already logged in elsewhere', 'session_limit', 'never'],
  ['7', 'try again later', 'maintenance', 'unlimited'],
  ['13', 'not entitled', 'no_entitlement', 'never'],
  ['13', 'no such system', 'unknown_system', 'never'],
] as const)('a login refused with %s "%s" is %s, retried %s', (code, text, fault, retry) => {
  const error = loginError({ code, text });
  expect([error.fault, error.retry]).toEqual([fault, retry]);
});

test('a refusal names its code, shortened, and never its text', () => {
  const error = loginError({ code: 'x'.repeat(500), text: 'user marta password hunter2' });
  expect(error.message.length).toBeLessThan(80);
  expect(error.message).not.toContain('hunter2');
});

test('every fault has an answer to whether it may be retried', () => {
  for (const fault of RITHMIC_FAULTS)
    expect(['unlimited', 'limited', 'never']).toContain(new RithmicError(fault, '').retry);
});

test('an error of the gateway stays itself, what nobody foresaw is one of the protocol with its cause', () => {
  const own = new RithmicError('certificate', 'expired');
  expect(asRithmicError(own)).toBe(own);
  const cause = new TypeError('undefined is not a function');
  expect(asRithmicError(cause)).toMatchObject({ fault: 'protocol', cause });
});
