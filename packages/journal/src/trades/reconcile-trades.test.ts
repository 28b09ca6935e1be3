import { describe, expect, test } from 'vitest';
import { EMPTY_JOURNAL, type StoredJournal, storeImport } from '#testing/stored-journal.ts';
import { reconcileTrades, type StoredTradeFacts } from './reconcile-trades.ts';

const AT = 1_772_461_800_000;
const ANSWERS = { zone: 'America/Chicago', account: 'A' } as const;

const trade = (more: Partial<StoredTradeFacts> = {}) => ({
  key: 'k',
  platform: 'mt5',
  status: 'closed' as const,
  book: null,
  fills: null,
  account: 'A',
  root: 'MNQ',
  side: 'long' as const,
  quantity: '1',
  entryMs: AT,
  exitMs: AT + 60_000,
  entryPrice: '20950.5',
  exitPrice: '20958',
  commissionMicros: null,
  legs: [],
  line: 2,
  ...more,
});

const leg = (quantity: string, exitMs = AT + 60_000, exitPrice = '20958') => ({
  quantity,
  entryPrice: '20950.5',
  exitPrice,
  entryMs: AT,
  exitMs,
});

const open = { status: 'open', exitMs: null, exitPrice: null } as const;

function held(existing: StoredTradeFacts[], incoming: ReturnType<typeof trade>[]) {
  const { leftOut, replaced } = reconcileTrades(existing, incoming, []);
  return { leftOut: [...leftOut], replaced: [...replaced] };
}

describe('the same native id', () => {
  test('with more closed replaces the part, and not the other way round', () => {
    const [part, whole] = [trade(), trade({ quantity: '3', exitMs: AT + 90_000 })];
    expect(held([part], [whole])).toEqual({ leftOut: [], replaced: [[0, 0]] });
    expect(held([whole], [part])).toEqual({ leftOut: [0], replaced: [] });
  });

  test('closed replaces open, and the part that was open beside a closed one is removed with it', () => {
    expect(held([trade(open)], [trade()])).toEqual({ leftOut: [], replaced: [[0, 0]] });
    expect(held([trade()], [trade(open)])).toEqual({ leftOut: [0], replaced: [] });
    const [part, rest] = [trade(), trade({ ...open, key: 'k2', quantity: '2' })];
    const whole = trade({ quantity: '3', exitMs: AT + 90_000 });
    expect(held([part, rest], [whole])).toEqual({
      leftOut: [],
      replaced: [
        [0, 0],
        [1, 0],
      ],
    });
    expect(held([whole], [part, rest]).leftOut).toEqual([0, 1]);
  });
});

describe('without an id', () => {
  test('an open trade is replaced by closed ones of its entry that are all of it', () => {
    const stored = trade({ ...open, key: 'a', quantity: '2' });
    const [first, second] = [trade({ key: 'b' }), trade({ key: 'c', exitMs: AT + 90_000 })];
    expect(held([stored], [first, second])).toEqual({ leftOut: [], replaced: [[0, 0]] });
    expect(held([stored], [first]).replaced).toEqual([]);
    expect(held([stored], [trade({ key: 'b', quantity: '2', entryMs: AT + 5_000 })]).replaced).toEqual([]);
  });

  test('an open twin of a closed trade stays', () => {
    const closed = trade({ key: 'a' });
    expect(held([closed], [closed, trade({ ...open, key: 'b' })])).toEqual({ leftOut: [0], replaced: [] });
  });

  test('a performance row inside a position of fills is replaced by it', () => {
    const row = trade({ key: 'a' });
    const whole = trade({
      key: 'b',
      quantity: '3',
      exitMs: AT + 90_000,
      legs: [leg('1'), leg('2', AT + 90_000, '20960')],
    });
    expect(held([row], [whole])).toEqual({ leftOut: [], replaced: [[0, 0]] });
    expect(held([whole], [row])).toEqual({ leftOut: [0], replaced: [] });
  });

  test('another exit of the same entry is another trade', () => {
    const later = trade({ key: 'b', quantity: '2', exitMs: AT + 90_000, exitPrice: '20960' });
    expect(held([trade({ key: 'a' })], [later])).toEqual({ leftOut: [], replaced: [] });
  });

  test('a better source replaces only what it covers completely', () => {
    const rows = [trade({ key: 'a' }), trade({ key: 'b', exitMs: AT + 90_000 })];
    const fills = (legs: ReturnType<typeof leg>[]) =>
      trade({ key: 'f', quantity: String(legs.length), legs, commissionMicros: 1_000_000 });
    const both = fills([leg('1'), leg('1', AT + 90_000)]);
    expect(held(rows, [both]).replaced.map(([stored]) => stored)).toEqual([0, 1]);
    const large = trade({ key: 'a', quantity: '5', legs: [leg('5')] });
    expect(held([large], [fills([leg('1')])])).toEqual({ leftOut: [0], replaced: [] });
  });

  test('twins remain two', () => {
    const twins = [trade({ key: 'a' }), trade({ key: 'a2' })];
    expect(held([trade({ key: 'x' })], twins)).toEqual({ leftOut: [0], replaced: [] });
    expect(held([trade({ key: 'x' }), trade({ key: 'y' })], twins).leftOut).toEqual([0, 1]);
  });
});

const LIST =
  'Trade #,Type,Date/Time,Signal,Price USD,Position size (qty),Position size (value),Net P&L USD,Net P&L %,Run-up USD,Run-up %,Drawdown USD,Drawdown %,Cumulative P&L USD,Cumulative P&L %';
const listRow = (type: string, time: string, price: string, quantity: string, net: string): string =>
  `1,${type},2026-03-26 ${time},Go,${price},${quantity},300000,${net},0.17,640.00,0.21,-120.00,-0.04,510.00,0.51`;

test('a TradingView trade whose exits are summed replaces its first part', () => {
  const entry = listRow('Entry long', '09:31', '6000.00', '3', '');
  const first = listRow('Exit long', '10:45', '6010.00', '1', '500.00');
  const second = listRow('Exit long', '11:45', '6020.00', '2', '2000.00');
  const answers = { ...ANSWERS, symbol: 'ES1!' };
  const take = (journal: StoredJournal, rows: string[]) =>
    storeImport(journal, [LIST, ...rows].join('\n'), answers).journal;
  const part = take(EMPTY_JOURNAL, [first, entry]);
  expect(part.trades.map(({ status, quantity }) => [status, quantity])).toEqual([
    ['closed', '1'],
    ['open', '2'],
  ]);
  const whole = take(part, [second, first, entry]);
  expect(whole.trades.map(({ quantity, netMicros }) => [quantity, netMicros])).toEqual([
    ['3', 2_500_000_000],
  ]);
  expect(take(whole, [first, entry]).trades).toEqual(whole.trades);
});
