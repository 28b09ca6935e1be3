/** Formats that can be read two ways: one is taken only where the other gives impossible trades. */
import { expect, test } from 'vitest';
import type { ImportAnswers, ImportQuestion } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import { fileTime, platformRows, rawFill, rawTrip } from '#testing/raw-trades.ts';
import { settleAmbiguity } from './settle-ambiguity.ts';

const question = (field: 'dateOrder' | 'decimalMark'): ImportQuestion => ({
  field,
  subject: '',
  text: '',
  options: [],
  blocking: true,
});

/** A file whose trip is read one way with the first answer and another with the second; both formats are open. */
function settled(field: 'dateOrder' | 'decimalMark', first: Partial<RawTrip>, second: Partial<RawTrip>) {
  const isFirst = (answers: ImportAnswers) => answers[field] === (field === 'dateOrder' ? 'mdy' : '.');
  return settleAmbiguity(
    (answers) =>
      platformRows({
        trips: [rawTrip(isFirst(answers) ? first : second)],
        questions: [question('dateOrder'), question('decimalMark')],
      }),
    {},
  );
}

const dated = (entry: string, exit = entry, symbol = 'ESH6'): Partial<RawTrip> => ({
  symbol,
  entryTime: fileTime(entry),
  exitTime: fileTime(exit),
});

/** The date order that is taken: of month first and day first. */
const order = (mdy: Partial<RawTrip>, dmy: Partial<RawTrip>) =>
  settled('dateOrder', mdy, dmy).answers.dateOrder;

const POSSIBLE = dated('2026-03-05 10:00:00');

test('the only order that is possible is taken, without a question, and is stated as an assumption', () => {
  // After the expiry of the March contract.
  const { answers, rows, assumptions } = settled('dateOrder', dated('2026-05-04 10:00:00'), POSSIBLE);
  expect(answers.dateOrder).toBe('dmy');
  expect(rows.questions.map(({ field }) => field)).toEqual(['decimalMark']);
  expect(rows.trips[0]?.entryTime).toEqual(POSSIBLE.entryTime);
  expect(assumptions).toEqual([
    {
      field: 'dateOrder',
      subject: '',
      value: 'dmy',
      text: 'Dates are read day first: the other order gives times at which these contracts cannot have traded.',
    },
  ]);
});

test('where both are possible, or neither, the question stays', () => {
  for (const [mdy, dmy] of [
    [POSSIBLE, dated('2026-03-03 10:00:00')],
    [dated('2026-05-04 10:00:00'), dated('2026-07-06 10:00:00')],
  ] as const) {
    const { answers, rows, assumptions } = settled('dateOrder', mdy, dmy);
    expect(answers.dateOrder).toBeUndefined();
    expect(rows.questions.map(({ field }) => field)).toContain('dateOrder');
    expect(assumptions).toEqual([]);
  }
});

test('without a question nothing is tried', () => {
  let reads = 0;
  settleAmbiguity(() => {
    reads += 1;
    return platformRows();
  }, {});
  expect(reads).toBe(1);
});

test('an exit before its entry is impossible', () => {
  expect(order(dated('2026-03-05 10:00:00', '2026-03-04 10:00:00'), POSSIBLE)).toBe('dmy');
  expect(order(dated('2026-03-05 10:00:00', '2026-03-05 10:00:00'), POSSIBLE)).toBeUndefined();
});

test('the middle of a weekend is impossible, its edges are not', () => {
  // 7 and 8 March 2026 are Saturday and Sunday.
  expect(order(dated('2026-03-07 09:00:00'), POSSIBLE)).toBe('dmy');
  expect(order(dated('2026-03-07 08:59:59'), POSSIBLE)).toBeUndefined();
  expect(order(dated('2026-03-08 11:59:59'), POSSIBLE)).toBe('dmy');
  expect(order(dated('2026-03-08 12:00:00'), POSSIBLE)).toBeUndefined();
});

test('a date without a time is of no hour of a weekend', () => {
  expect(order({ entryTime: fileTime('2026-03-07'), exitTime: null }, POSSIBLE)).toBeUndefined();
});

test('an index future trades in its last months, another contract also long before', () => {
  // June contract in January: five months ahead; in December before: six.
  expect(order(dated('2026-01-05 10:00:00', undefined, 'ESM6'), POSSIBLE)).toBeUndefined();
  expect(order(dated('2025-12-05 10:00:00', undefined, 'ESM6'), POSSIBLE)).toBe('dmy');
  expect(order(dated('2025-12-05 10:00:00', undefined, 'CLM6'), POSSIBLE)).toBeUndefined();
});

test('the month of the expiry itself is possible, the one after it is not', () => {
  expect(order(dated('2026-03-30 10:00:00'), POSSIBLE)).toBeUndefined();
  expect(order(dated('2026-04-01 10:00:00'), POSSIBLE)).toBe('dmy');
});

test('CFDs and unknown symbols trade at any time', () => {
  for (const symbol of ['EURUSD', 'XYZ', null])
    expect(order({ ...dated('2026-03-07 12:00:00'), symbol }, POSSIBLE)).toBeUndefined();
});

test('executions are checked as round trips are', () => {
  const { answers } = settleAmbiguity(
    ({ dateOrder }) =>
      platformRows({
        fills: [
          rawFill({ time: fileTime(dateOrder === 'mdy' ? '2026-03-07 12:00:00' : '2026-03-05 12:00:00') }),
        ],
        questions: [question('dateOrder')],
      }),
    {},
  );
  expect(answers.dateOrder).toBe('dmy');
});

const mark = (point: Partial<RawTrip>, comma: Partial<RawTrip>) =>
  settled('decimalMark', point, comma).answers.decimalMark;

test('the decimal mark is the one with which prices are on the tick of their contract', () => {
  const { answers, assumptions } = settled(
    'decimalMark',
    { entryPrice: '6.00025' },
    { entryPrice: '6000.25' },
  );
  expect(answers.decimalMark).toBe(',');
  expect(assumptions[0]).toMatchObject({ field: 'decimalMark', value: ',' });
  expect(mark({ exitPrice: '6001.25' }, { exitPrice: '6001.3' })).toBe('.');
  expect(mark({ entryPrice: '-37.63', symbol: 'CLK6' }, { entryPrice: '-37.635', symbol: 'CLK6' })).toBe('.');
});

test('prices on the tick both ways, or of no known contract, leave the question', () => {
  expect(mark({ entryPrice: '6000.25' }, { entryPrice: '600025' })).toBeUndefined();
  expect(
    mark({ entryPrice: '1.08001', symbol: 'EURUSD' }, { entryPrice: '108001', symbol: 'EURUSD' }),
  ).toBeUndefined();
});

test('both are settled one after the other, the second with the answer to the first', () => {
  const { answers, assumptions, rows } = settleAmbiguity(
    ({ dateOrder, decimalMark }) =>
      platformRows({
        trips: [
          rawTrip({
            ...dated(dateOrder === 'dmy' ? '2026-03-05 10:00:00' : '2026-05-04 10:00:00'),
            entryPrice: decimalMark === ',' ? '6000.25' : '6.00025',
          }),
        ],
        // A reader has no question about what was answered.
        questions: [
          ...(dateOrder === undefined ? [question('dateOrder')] : []),
          ...(decimalMark === undefined ? [question('decimalMark')] : []),
        ],
      }),
    { zone: 'UTC' },
  );
  expect(answers).toEqual({ zone: 'UTC', dateOrder: 'dmy', decimalMark: ',' });
  expect(assumptions.map(({ field }) => field)).toEqual(['dateOrder', 'decimalMark']);
  expect(rows.questions).toEqual([]);
});
