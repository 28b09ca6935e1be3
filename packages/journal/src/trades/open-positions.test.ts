/** Open trades against closed ones of the same entry. */
import { expect, test } from 'vitest';
import { type OpenInput, openPositions } from './open-positions.ts';

type Facts = OpenInput['existing'][number];

const AT = 1_772_461_800_000;

const closed = (more: Partial<Facts> = {}): Facts => ({
  status: 'closed',
  account: 'A',
  root: 'MNQ',
  side: 'long',
  quantity: '1',
  entryMs: AT,
  exitMs: AT + 60_000,
  entryPrice: '20950.5',
  exitPrice: '20958',
  commissionMicros: null,
  legs: [],
  ...more,
});

const open = (more: Partial<Facts> = {}): Facts =>
  closed({ status: 'open', exitMs: null, exitPrice: null, ...more });

const compared = (existing: readonly Facts[], incoming: readonly Facts[], more: Partial<OpenInput> = {}) => {
  const { superseded, repeated } = openPositions({
    existing,
    incoming,
    leftOut: new Set(),
    replaced: new Map(),
    repeated: new Set(),
    ...more,
  });
  return { superseded: [...superseded], repeated: [...repeated] };
};

test('a stored open trade is continued by the one that closes it', () => {
  expect(compared([open()], [closed()])).toEqual({ superseded: [[0, 0]], repeated: [] });
});

test('it is continued only when all of its contracts are there', () => {
  expect(compared([open({ quantity: '2' })], [closed()]).superseded).toEqual([]);
  const parts = [closed(), closed({ exitMs: AT + 90_000 })];
  expect(compared([open({ quantity: '2' })], parts).superseded).toEqual([[0, 0]]);
  expect(compared([open({ quantity: '2' })], [closed({ quantity: '5' })]).superseded).toEqual([[0, 0]]);
});

test('two open trades of one entry need the contracts of both', () => {
  expect(compared([open(), open()], [closed()]).superseded).toEqual([[0, 0]]);
  expect(compared([open(), open()], [closed({ quantity: '2' })]).superseded).toEqual([
    [0, 0],
    [1, 0],
  ]);
});

test('another account, contract, side, instant or price is another entry', () => {
  for (const other of [
    { account: 'B' },
    { root: 'NQ' },
    { side: 'short' as const },
    { entryMs: AT + 1 },
    { entryPrice: '20950.75' },
  ])
    expect(compared([open()], [closed(other)]).superseded).toEqual([]);
});

test('the same price in another spelling is the same entry, and none on both sides too', () => {
  expect(compared([open({ entryPrice: '20950.50' })], [closed()]).superseded).toEqual([[0, 0]]);
  expect(compared([open({ entryPrice: null })], [closed({ entryPrice: null })]).superseded).toEqual([[0, 0]]);
  expect(compared([open({ entryPrice: null })], [closed()]).superseded).toEqual([]);
});

test('an open trade without an entry time is nobody’s continuation', () => {
  expect(compared([open({ entryMs: null })], [closed({ entryMs: null })])).toEqual({
    superseded: [],
    repeated: [],
  });
});

test('trades that are left out, replaced or repeated already take no part', () => {
  expect(compared([open()], [closed()], { leftOut: new Set([0]) }).superseded).toEqual([]);
  expect(compared([open()], [closed()], { replaced: new Map([[0, null]]) }).superseded).toEqual([]);
  expect(compared([open()], [closed()], { repeated: new Set([0]) }).superseded).toEqual([]);
});

test('contracts that replace a stored part continue no open trade besides', () => {
  // The incoming trade of one contract replaces the stored closed one: none is left for the open one.
  const stored = [closed(), open()];
  expect(compared(stored, [closed()], { replaced: new Map([[0, 0]]) }).superseded).toEqual([]);
  expect(compared(stored, [closed({ quantity: '2' })], { replaced: new Map([[0, 0]]) }).superseded).toEqual([
    [1, 0],
  ]);
});

test('an incoming open trade that the journal shows to the end is left out', () => {
  expect(compared([closed()], [open()])).toEqual({ superseded: [], repeated: [0] });
  expect(compared([closed()], [open({ quantity: '2' })]).repeated).toEqual([]);
});

test('an open twin of a closed trade that comes again is a trade of its own', () => {
  // The stored contract answers for the closed one, which is left out.
  expect(compared([closed()], [closed(), open()], { leftOut: new Set([0]) }).repeated).toEqual([]);
});

test('an open trade that comes again while it is open continues itself', () => {
  expect(compared([open()], [open()])).toEqual({ superseded: [[0, 0]], repeated: [] });
});

test('the legs of a closed position are entries of their own', () => {
  const leg = (entryMs: number) => ({
    quantity: '1',
    entryPrice: '20950.5',
    exitPrice: '20958',
    entryMs,
    exitMs: AT + 60_000,
  });
  const position = closed({ quantity: '2', legs: [leg(AT), leg(AT + 5000)] });
  expect(compared([open({ entryMs: AT + 5000 })], [position]).superseded).toEqual([[0, 0]]);
  expect(compared([open({ entryMs: AT + 5000, quantity: '2' })], [position]).superseded).toEqual([]);
});
