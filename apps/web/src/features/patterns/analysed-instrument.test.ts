import type { UserInstrument } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { analysedInstrument } from './analysed-instrument.ts';

const row = (instrumentId: number, active = true): UserInstrument => ({
  id: `row ${instrumentId}`,
  instrumentId,
  instrument: { symbol: `S${instrumentId}`, name: '' },
  active,
});

test('the first of the active instruments is shown until another one is chosen', () => {
  const rows = [row(3, false), row(1), row(2)];
  expect(analysedInstrument(rows, null)).toEqual({ instrumentId: 1, isMine: true });
  expect(analysedInstrument(rows, 2)).toEqual({ instrumentId: 2, isMine: true });
});

test('one that is paused or was removed is not shown although it was chosen', () => {
  expect(analysedInstrument([row(3, false), row(1)], 3).instrumentId).toBe(1);
  expect(analysedInstrument([row(1)], 9).instrumentId).toBe(1);
});

test('without an instrument it is the default, which is not the user’s', () => {
  expect(analysedInstrument([], null)).toEqual({ instrumentId: 4, isMine: false });
  expect(analysedInstrument([row(4, false)], 4)).toEqual({ instrumentId: 4, isMine: false });
});
