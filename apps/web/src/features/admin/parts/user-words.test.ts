import { describe, expect, test } from 'vitest';
import { choiceText, conversionText, joinedText, limitText, personName, poundsText } from './user-words.ts';

const person = { id: 'u1', email: 'amara@osei.example', firstName: 'Amara', lastName: 'Osei' };

describe('words of a user in the administration', () => {
  test('the full name is shown only where both parts are known', () => {
    expect(personName(person)).toBe('Amara Osei');
    expect(personName({ ...person, lastName: null })).toBe('amara@osei.example');
    expect(personName({ ...person, firstName: '' })).toBe('amara@osei.example');
    expect(personName({ ...person, firstName: null, email: null })).toBe('u1');
  });

  test('a choice of users shows address and role', () => {
    expect(choiceText({ ...person, role: 'admin' })).toBe('amara@osei.example, admin');
  });

  test('a limit of -1 is unlimited', () => {
    expect([limitText(-1), limitText(0), limitText(3)]).toEqual(['Unlimited', '0', '3']);
  });

  test('the day of joining is that of London, and what is no day is unknown', () => {
    expect(joinedText('2026-11-19T12:00:00.000Z')).toBe('Nov 19, 2026');
    expect(joinedText('2026-06-30T23:30:00.000Z')).toBe('Jul 1, 2026');
    expect(joinedText(null)).toBe('Unknown');
    expect(joinedText('never')).toBe('Unknown');
  });

  test('a conversion has one decimal, and nobody is no conversion', () => {
    expect(conversionText(168, 412)).toBe('40.8%');
    expect(conversionText(0, 0)).toBe('0.0%');
    expect(conversionText(3, 3)).toBe('100.0%');
  });

  test('amounts are pounds, with pence only where there are some', () => {
    expect(poundsText(14_763)).toBe('£14,763');
    expect(poundsText(14_763.5)).toBe('£14,763.50');
    expect(poundsText(0)).toBe('£0');
  });
});
