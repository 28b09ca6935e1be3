import { expect, test } from 'vitest';
import { reasonFault } from './reason.ts';

test('a reason of eight characters is enough, blanks around it do not count', () => {
  expect(reasonFault('case 311')).toBeNull();
  expect(reasonFault('  case 31  ')).toMatch(/at least 8 characters/);
});
