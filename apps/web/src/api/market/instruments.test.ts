/** Which instrument a user's choices lead to. */
import type { UserInstrument } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { chooseActiveInstrument } from './instruments.ts';

function row(instrumentId: number, active = true): UserInstrument {
  return { id: String(instrumentId), instrumentId, instrument: { symbol: 'X', name: 'X' }, active };
}

test('the last instrument is shown while it is active, else the first active one', () => {
  expect(chooseActiveInstrument([row(1), row(2)], 2)).toBe(2);
  expect(chooseActiveInstrument([row(1), row(2, false)], 2)).toBe(1);
  expect(chooseActiveInstrument([row(1, false), row(2)], null)).toBe(2);
  expect(chooseActiveInstrument([], 1)).toBeNull();
});
