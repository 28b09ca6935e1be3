/** The operator's identity is complete, and names what is missing. */
import { expect, test } from 'vitest';
import { companyLine, companyRows } from './company-words.ts';

const NOTHING = {
  name: null,
  number: null,
  address: null,
  vatNumber: null,
  icoNumber: null,
  supportEmail: 'support@example.com',
};
const ALL = {
  ...NOTHING,
  name: 'Example Markets Ltd',
  number: '00000000',
  address: '1 Example Street, London',
  vatNumber: 'GB 000 0000 00',
};

test('what the operator set is one line', () => {
  expect(companyLine(ALL)).toBe(
    'Example Markets Ltd, company no. 00000000, 1 Example Street, London, VAT GB 000 0000 00.',
  );
});

test('what is not set is marked as such', () => {
  expect(companyLine(NOTHING)).toBe(
    'Company name, number, address and VAT number: not set by the operator yet.',
  );
  expect(companyLine({ ...ALL, vatNumber: null })).toContain('VAT not set by the operator yet');
  expect(companyRows(NOTHING)).toContainEqual(['ICO registration', 'not set by the operator yet']);
  expect(companyRows(NOTHING)).toContainEqual(['Contact', 'support@example.com']);
});
