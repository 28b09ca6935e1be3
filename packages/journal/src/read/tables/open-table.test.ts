import { expect, test } from 'vitest';
import type { SourceGrid } from '#model/source-file.ts';
import { readDelimited } from '#read/text/delimited.ts';
import { openTable } from './open-table.ts';

const gridOf = (text: string): SourceGrid => readDelimited(text);

const NAMES = { symbol: ['symbol'], price: ['price'], time: ['time'], pnl: ['pnl', /^net p&l \w+$/] };

test('cells are read by field whatever the order and the case of the columns', () => {
  const table = openTable(
    gridOf('TIME;Net P&L EUR;Price;Symbol\n16/3/2026 15:31;-10,50 €;6.000,25;ESZ6'),
    0,
    NAMES,
  );
  const [row] = table.rows;
  expect(table.header('pnl')).toBe('Net P&L EUR');
  expect(table.dateOrder).toBe('dmy');
  expect(table.decimalMark).toBe(',');
  expect(table.questions).toEqual([]);
  expect(row?.text('symbol')).toBe('ESZ6');
  expect(row?.decimal('price')).toBe('6000.25');
  expect(row?.decimal('pnl')).toBe('-10.5');
  expect(row?.time('time')).toMatchObject({ year: 2026, month: 3, day: 16, hour: 15, minute: 31 });
  expect(row?.line).toBe(2);
  expect(row?.raw).toBe('16/3/2026 15:31;-10,50 €;6.000,25;ESZ6');
});

test('dates that can be read both ways are read day first beside a decimal comma, and remain a question', () => {
  const european = openTable(gridOf('Symbol;Price;Time\nMESH6;6000,25;02/03/2026 15:31'), 0, NAMES);
  expect(european.rows[0]?.time('time')).toMatchObject({ month: 3, day: 2 });
  expect(european.questions).toMatchObject([{ field: 'dateOrder', options: ['dmy', 'mdy'] }]);
  const american = openTable(gridOf('Symbol;Price;Time\nMESH6;6000.25;02/03/2026 15:31'), 0, NAMES);
  expect(american.rows[0]?.time('time')).toMatchObject({ month: 2, day: 3 });
});

test('dates that can be read both ways are read the way in which fewer fall on a Saturday', () => {
  const table = openTable(gridOf('Symbol,Price,Time\nMESH6,6000.25,01/03/2026 15:31'), 0, NAMES);
  expect(table.rows[0]?.time('time')).toMatchObject({ month: 3, day: 1 });
  expect(table.questions).toMatchObject([{ field: 'dateOrder', options: ['dmy', 'mdy'] }]);
});

test('a missing column has no text, no number and no time', () => {
  const table = openTable(gridOf('Symbol,Price,Other,More\nESZ6,1,2,3'), 0, NAMES);
  expect([table.has('time'), table.has('price'), table.header('time')]).toEqual([false, true, '']);
  expect([table.rows[0]?.text('time'), table.rows[0]?.decimal('pnl'), table.rows[0]?.time('time')]).toEqual([
    '',
    null,
    null,
  ]);
});

const META = {
  openTime: ['open time', 'time'],
  closeTime: ['close time', 'time'],
  open: ['price', 'open price'],
  close: ['price', 'close price'],
};
const TWICE = { occurrence: { closeTime: 1, close: 1 } };

test('the second column of a name is taken where the first belongs to another field', () => {
  const table = openTable(
    gridOf('Time,Price,Symbol,Time,Price\n2026.03.02 09:30,1.5,X,2026.03.02 10:00,2.5'),
    0,
    META,
    TWICE,
  );
  const [row] = table.rows;
  expect([row?.decimal('open'), row?.decimal('close')]).toEqual(['1.5', '2.5']);
  expect([row?.text('openTime'), row?.text('closeTime')]).toEqual(['2026.03.02 09:30', '2026.03.02 10:00']);
});

test('distinct names need no second column', () => {
  const table = openTable(gridOf('Open Time,Open Price,Close Time,Close Price\na,1.5,b,2.5'), 0, META, TWICE);
  const [row] = table.rows;
  expect([
    row?.decimal('open'),
    row?.decimal('close'),
    row?.text('openTime'),
    row?.text('closeTime'),
  ]).toEqual(['1.5', '2.5', 'a', 'b']);
});

test('a file with one such column has no second one', () => {
  const table = openTable(gridOf('Time,Price,Symbol,X\n2026.03.02 09:30,1.5,X,y'), 0, META, TWICE);
  expect([table.has('open'), table.has('close'), table.has('openTime'), table.has('closeTime')]).toEqual([
    true,
    false,
    true,
    false,
  ]);
});

test('an exact name comes before one that differs by blanks', () => {
  const table = openTable(gridOf('Order ID,orderId,Symbol,Qty\n1,2,ES,3'), 0, {
    id: ['orderId'],
    shown: ['Order ID'],
  });
  expect([table.rows[0]?.text('id'), table.rows[0]?.text('shown')]).toEqual(['2', '1']);
});

test('the table ends where the caller decides and leaves out empty rows', () => {
  const text = 'Symbol,Price,Time,Pnl\nES,1,,\n,,,\nNQ,2,,\nTotal,3,,\nYM,4,,';
  const table = openTable(gridOf(text), 0, NAMES, { endsAt: (row) => row.cells[0] === 'Total' });
  expect(table.rows.map((row) => row.text('symbol'))).toEqual(['ES', 'NQ']);
});

test('dates that can be read two ways become a question and are not guessed', () => {
  const grid = gridOf('Symbol,Price,Time,Pnl\nES,1.5,3/2/2026 9:30,1\nES,1.5,4/2/2026 9:30,1');
  const table = openTable(grid, 0, NAMES);
  expect(table.dateOrder).toBeNull();
  expect(table.questions).toMatchObject([{ field: 'dateOrder', options: ['mdy', 'dmy'], blocking: true }]);
  const answered = openTable(grid, 0, NAMES, { answers: { dateOrder: 'dmy' } });
  expect(answered.questions).toEqual([]);
  expect(answered.rows[0]?.time('time')).toMatchObject({ month: 2, day: 3 });
});

test('the reading without trades on Saturdays is proposed first', () => {
  const days = [2, 3, 4, 5, 6, 9, 10, 11, 12];
  const proposed = (rows: readonly string[]): string | undefined => {
    const text = ['A,B,C,Time', ...rows.map((day) => `1,2,3,${day} 9:30`)].join('\n');
    return openTable(gridOf(text), 0, { time: ['time'] }).questions[0]?.options[0];
  };
  expect(proposed(days.map((day) => `3/${day}/2026`))).toBe('mdy');
  expect(proposed(days.map((day) => `${day}/3/2026`))).toBe('dmy');
});

test('dates of both orders in one column become a question with that reason', () => {
  const grid = gridOf('A,B,C,Time\n1,2,3,16/3/2026\n1,2,3,3/17/2026');
  expect(openTable(grid, 0, { time: ['time'] }).questions[0]?.text).toContain('others only month first');
  const table = openTable(grid, 0, { time: ['time'] }, { answers: { dateOrder: 'dmy' } });
  expect(table.rows.map((row) => row.time('time')?.month)).toEqual([3, undefined]);
});

test('a workbook with real dates beside dates as text gives a warning', () => {
  const grid: SourceGrid = {
    origin: 'xlsx',
    name: 'T',
    delimiter: null,
    typed: true,
    rows: ['Time', '2026-02-03 15:31:05', '16/3/2026 15:31:05'].map((cell, index) => ({
      line: index + 1,
      cells: [cell],
    })),
  };
  expect(openTable(grid, 0, { time: ['time'] }).questions).toMatchObject([
    { field: 'dateOrder', blocking: false },
  ]);
});

test('one date above twelve settles every column of the file and overrules the answer', () => {
  const names = { from: ['from'], to: ['to'] };
  const table = openTable(gridOf('A,B,From,To\nx,y,3/2/2026,16/3/2026'), 0, names, {
    answers: { dateOrder: 'mdy' },
  });
  expect(table.questions).toEqual([]);
  expect(table.rows[0]?.time('from')).toMatchObject({ month: 2, day: 3 });
});

test('numbers that can be read two ways follow the other columns, else they become a question', () => {
  const follows = openTable(gridOf('Symbol;Price;Time;Pnl\nNG;2,345;x;10,50'), 0, NAMES);
  expect([follows.decimalMark, follows.rows[0]?.decimal('price')]).toEqual([',', '2.345']);
  const table = openTable(gridOf('Symbol;Price;Time;Pnl\nNG;2.345;x;10'), 0, NAMES);
  expect(table.questions).toMatchObject([{ field: 'decimalMark', options: [',', '.'] }]);
  const answered = openTable(gridOf('Symbol;Price;Time;Pnl\nNG;2.345;x;10'), 0, NAMES, {
    answers: { decimalMark: '.' },
  });
  expect([answered.questions, answered.rows[0]?.decimal('price')]).toEqual([[], '2.345']);
});

test('the tick settles prices of thousands', () => {
  const table = openTable(gridOf('Symbol;Price;Time;Pnl\nES;6.001;x;10\nES;6.002;x;10'), 0, NAMES, {
    priceFields: ['price'],
    tick: '0.25',
  });
  expect([table.rows[0]?.decimal('price'), table.questions]).toEqual(['6001', []]);
});

test('columns with different decimal marks are each read with their own', () => {
  const table = openTable(gridOf('Symbol;Price;Time;Pnl\nES;6000.25;x;10,50'), 0, NAMES);
  expect([table.rows[0]?.decimal('price'), table.rows[0]?.decimal('pnl')]).toEqual(['6000.25', '10.5']);
});

test('a number in another style than its column is refused in its row', () => {
  const table = openTable(
    gridOf('Symbol;Price;Time;Pnl\nES;1;x;10.50\nES;1;x;11.50\nES;1;x;12,50'),
    0,
    NAMES,
  );
  expect(table.rows.map((row) => row.decimal('pnl'))).toEqual(['10.5', '11.5', undefined]);
});
