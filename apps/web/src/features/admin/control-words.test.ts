import { SWITCH_KINDS } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { GROUPS, reasonFault } from './control-words.ts';

test('every kind of switch has its group', () => {
  expect(GROUPS.map(({ kind }) => kind)).toEqual([...SWITCH_KINDS]);
});

test('a reason of eight characters is enough, blanks around it do not count', () => {
  expect(reasonFault('case 311')).toBeNull();
  expect(reasonFault('  case 31  ')).toMatch(/at least 8 characters/);
});
