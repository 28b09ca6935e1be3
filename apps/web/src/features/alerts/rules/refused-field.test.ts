/** Where a refusal of the server is shown. */
import { expect, test } from 'vitest';
import { fieldOfRefusal } from './refused-field.ts';
import { NEW_RULE } from './rule-draft.ts';

test('a refusal is shown at the field that it is about', () => {
  const draft = { ...NEW_RULE, near: 'price', isQuiet: true } as const;
  expect(fieldOfRefusal('condition.price', draft)).toBe('levelPrice');
  expect(fieldOfRefusal('rule.condition.near.price', draft)).toBe('nearPrice');
  expect(fieldOfRefusal('body.expiresAt', draft)).toBe('expires');
  expect(fieldOfRefusal('quietHours', draft)).toBe('quietTo');
});

test('a refusal about a field that is not shown, or about none, is shown above the buttons', () => {
  expect(fieldOfRefusal('condition.near.price', NEW_RULE)).toBeNull();
  expect(fieldOfRefusal('instrumentIds.0', NEW_RULE)).toBeNull();
  expect(fieldOfRefusal('quietHours', NEW_RULE)).toBeNull();
  expect(fieldOfRefusal('', NEW_RULE)).toBeNull();
});
