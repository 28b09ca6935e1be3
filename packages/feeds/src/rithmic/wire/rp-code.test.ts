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

test.each([
  ['0', 'an error occurred', 'done'],
  ['7', 'no data found', 'empty'],
  ['7', 'nodata', 'refused'],
  ['07', 'no data', 'refused'],
  ['', 'no data', 'refused'],
  ['1', 'no data', 'refused'],
])('code "%s" with the text "%s" is %s: the code decides, its text only for code 7', (code, text, kind) => {
  expect(outcomeOf([code, text]).kind).toBe(kind);
});

test.each([
  [
    'wrong_password',
    ['Bad PASSWORD', 'no credentials', 'incorrect login', 'no such user', 'invalid user id'],
  ],
  ['agreements_unsigned', ['Market data agreements are unsigned']],
  ['session_limit', ['maximum sessions reached', 'Already Logged in', 'concurrent logins', 'seat in use']],
  ['maintenance', ['under maintenance', 'service not available', 'unavailable', 'the market is closed']],
  ['no_entitlement', ['not entitled', 'no market data for you']],
  ['unknown_system', ['System X is not served']],
  ['login_denied', ['permission denied', 'denied', '', 'go away']],
] as const)('a login denied with a text about it is %s', (fault, texts) => {
  for (const text of texts) expect(loginError({ code: '13', text }).fault, text).toBe(fault);
});

test('a text that names the password outweighs everything else that it names', () => {
  const text = 'invalid password, session closed, agreement missing';
  expect(loginError({ code: '7', text }).fault).toBe('wrong_password');
});

test('who tries again without its user never does it with a password that is wrong or a seat that is taken', () => {
  const never = RITHMIC_FAULTS.filter((fault) => new RithmicError(fault, '').retry === 'never');
  expect(new Set(never)).toEqual(
    new Set([
      'wrong_password',
      'agreements_unsigned',
      'no_entitlement',
      'session_limit',
      'certificate',
      'unknown_system',
    ]),
  );
  const unlimited = RITHMIC_FAULTS.filter((fault) => new RithmicError(fault, '').retry === 'unlimited');
  expect(unlimited).toEqual(['gateway_down', 'maintenance', 'protocol']);
});

test('an error has its name, its fault and what caused it', () => {
  const cause = new Error('reset');
  const error = new RithmicError('gateway_down', 'away', { cause });
  expect([error.name, error.fault, error.message, error.cause]).toEqual([
    'RithmicError',
    'gateway_down',
    'away',
    cause,
  ]);
  expect(error).toBeInstanceOf(Error);
  for (const thrown of ['text', undefined, null, 7])
    expect(asRithmicError(thrown)).toMatchObject({ fault: 'protocol', cause: thrown, retry: 'unlimited' });
});
