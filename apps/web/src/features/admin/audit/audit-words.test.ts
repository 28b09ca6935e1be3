import { describe, expect, test } from 'vitest';
import { actionText, chainText, changeText, restText, whenText } from './audit-words.ts';

describe('words of the audit log', () => {
  test('a known act has its sentence, an unknown one keeps its word', () => {
    expect(actionText('tier.granted')).toBe('A plan was granted');
    expect(actionText('of.tomorrow')).toBe('of.tomorrow');
    expect(actionText('toString')).toBe('toString');
  });

  test('a change shows the values before and after', () => {
    expect(changeText({ before: 'basic', after: 'pro', reason: 'x' })).toBe('basic → pro');
    expect(changeText({ before: null, after: true })).toBe('– → yes');
    expect(changeText({ reason: 'x' })).toBeNull();
    expect(changeText(null)).toBeNull();
  });

  test('the other details are listed with readable names, and absent ones are left out', () => {
    const details = {
      before: 'a',
      after: 'b',
      reason: 'case 311',
      expiresAtMs: 1_795_000_000_000,
      note: null,
    };
    expect(restText(details)).toBe('reason: case 311, expires: 18 Nov 2026, 11:06');
    expect(restText(null)).toBe('erased with the account');
    expect(restText({})).toBe('');
  });

  test('instants are on the clock of London', () => {
    expect(whenText('2026-07-01T22:30:05.000Z')).toBe('1 Jul 2026 23:30:05');
  });

  test('the chain says whether it was verified, and where it is broken', () => {
    const at = '2026-11-22T16:52:00.000Z';
    const head = 'f'.repeat(64);
    expect(chainText({ count: 214, head, verified: null })).toBe('chain not verified yet, 214 rows');
    expect(chainText({ count: 215, head, verified: { at, count: 214, fault: null } })).toBe(
      'chain verified, 214 rows, 22 Nov 2026, 16:52',
    );
    expect(chainText({ count: 3, head, verified: { at, count: 3, fault: 'row 2 was changed' } })).toBe(
      'chain broken: row 2 was changed, 22 Nov 2026, 16:52',
    );
  });
});
