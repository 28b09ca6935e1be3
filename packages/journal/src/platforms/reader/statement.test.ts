/** What statements have in common: account and currency above the table, booked costs, stops, tables below each other. */
import { expect, test } from 'vitest';
import type { SourceGrid } from '#model/source-file.ts';
import { openTable } from '#read/tables/open-table.ts';
import { spentColumn } from './cost-sign.ts';
import { RowFields } from './row-fields.ts';
import { booked, losingSideStop, spent, statementHead } from './statement.ts';
import { blocksUnder, gridsByHeader, isHeaderRow } from './table-blocks.ts';
import { unfilledReason } from './unfilled-reason.ts';

const grid = (...rows: readonly (readonly string[])[]): SourceGrid => ({
  origin: 'html',
  name: null,
  delimiter: null,
  typed: false,
  rows: rows.map((cells, at) => ({ line: at + 1, cells })),
});

const head = (rows: readonly (readonly string[])[], title: string | null = null) =>
  statementHead(grid(...rows), title);

test('account and currency are in one cell, in two, or in the title', () => {
  expect(head([['Account:', '', '12345678 (USD, Server, demo, Hedge)']])).toEqual({
    account: '12345678',
    currency: 'USD',
  });
  expect(head([['Account: 4711'], ['Currency: EUR']])).toEqual({ account: '4711', currency: 'EUR' });
  expect(head([['A/C No', '4711', 'Currency:', 'eur']])).toEqual({ account: '4711', currency: 'EUR' });
  expect(head([['x']], 'Statement: 4711 - Name')).toEqual({ account: '4711', currency: null });
  expect(head([['x']], '4711: Name - Trade History Report').account).toBe('4711');
});

test('without them there are none, and only the first twelve rows are searched', () => {
  expect(head([['Deals'], ['1', '2']], 'Report')).toEqual({ account: null, currency: null });
  const late = [...Array.from({ length: 12 }, () => ['x']), ['Account: 4711']];
  expect(head(late).account).toBeNull();
  expect(head(late.slice(1)).account).toBe('4711');
});

/** Rows of a table with one column of costs. */
function rowsOf(cells: readonly string[], header = 'Fee') {
  const table = openTable<'fee'>(
    grid([header, 'Note'], ...cells.map((cell) => [cell, 'x'])),
    0,
    { fee: ['fee'] },
    {},
  );
  return { table, rows: table.rows.map((row) => new RowFields(table, row)) };
}

test('booked costs are below zero, money spent is not', () => {
  const { rows } = rowsOf(['-4.20', '', '1.5', '0']);
  expect(rows.map((row) => spent(row, 'fee', true))).toEqual(['4.2', '0', '-1.5', '0']);
  expect(rows.map((row) => booked(row, 'fee', true))).toEqual(['-4.2', '0', '1.5', '0']);
  expect(rows.map((row) => spent(row, 'fee', false))).toEqual([null, null, null, null]);
  expect(booked(rows[0] as RowFields<'fee'>, 'fee', false)).toBeNull();
});

test('a column of unknown sign is paid on the side that most of its values are', () => {
  const spentOf = (...cells: readonly string[]) => {
    const { table, rows } = rowsOf(cells);
    return rows.map(spentColumn(table, 'fee'));
  };
  expect(spentOf('-4', '-4', '1')).toEqual(['4', '4', '-1']);
  expect(spentOf('4', '4', '-1')).toEqual(['4', '4', '-1']);
  expect(spentOf('-4', '4')).toEqual(['-4', '4']);
  expect(spentOf('0', '', '-3')).toEqual(['0', '0', '3']);
  const { table, rows } = rowsOf(['-4'], 'Other');
  expect(rows.map(spentColumn(table, 'fee'))).toEqual([null]);
});

test('a stop says what was risked only on the losing side of the entry', () => {
  expect(losingSideStop('5990', '6000', 'long')).toBe('5990');
  expect(losingSideStop('6010', '6000', 'long')).toBeNull();
  expect(losingSideStop('6010', '6000', 'short')).toBe('6010');
  expect(losingSideStop('5990', '6000', 'short')).toBeNull();
  for (const [stop, entry] of [
    ['6000', '6000'],
    ['0', '6000'],
    ['0.000', '6000'],
    [null, '6000'],
    ['5990', null],
  ] as const)
    expect(losingSideStop(stop, entry, 'long'), `${stop} ${entry}`).toBeNull();
});

const isHeader = (row: SourceGrid['rows'][number]) => isHeaderRow(row, /^ticket/i, ['ticket', /^price/]);

test('a header row has every name, and the anchor in a short cell', () => {
  const row = (...cells: readonly string[]) => ({ line: 1, cells });
  expect(isHeader(row('Ticket', 'Price', 'Profit'))).toBe(true);
  expect(isHeader(row('Ticket', 'Profit'))).toBe(false);
  expect(isHeader(row('Price', 'Symbol'))).toBe(false);
  expect(isHeader(row(`Ticket ${'x'.repeat(60)}`, 'Price'))).toBe(false);
});

test('tables below each other have their titles, and end at the next title or header', () => {
  const blocks = blocksUnder(
    grid(
      ['Account: 1'],
      ['Closed', ''],
      ['Ticket', 'Price'],
      ['1', '5'],
      ['Closed by hand', 'x'],
      ['Open', ''],
      ['lost', 'row'],
      ['Ticket', 'Price'],
      ['2', '6'],
      ['Ticket', 'Price'],
      ['3', '7'],
    ),
    isHeader,
    /^(closed|open)/i,
  );
  expect(
    blocks.map(({ title, grid: { rows } }) => [title, rows.slice(1).map(({ cells }) => cells[0])]),
  ).toEqual([
    ['Closed', ['1', 'Closed by hand']],
    ['Open', ['2']],
    ['Open', ['3']],
  ]);
});

test('blocks of one header are one grid', () => {
  const blocks = [
    { title: 'a', grid: grid(['Ticket', 'Price'], ['1', '5']) },
    { title: 'b', grid: grid(['Ticket', 'Volume'], ['2', '6']) },
    { title: 'c', grid: grid(['Ticket', 'Price'], ['3', '7']) },
  ];
  expect(gridsByHeader(blocks).map(({ rows }) => rows.map(({ cells }) => cells[0]))).toEqual([
    ['Ticket', '1', '3'],
    ['Ticket', '2'],
  ]);
});

test('orders without a fill are counted by what became of them, in several languages', () => {
  expect(
    [
      'Cancelled',
      'canceled',
      'Annullato',
      'Storniert',
      'Rejected',
      'Failed',
      'Expired',
      'Working',
      'Pending submit',
      '',
      'Filled?',
    ].map(unfilledReason),
  ).toEqual([
    'Cancelled orders',
    'Cancelled orders',
    'Cancelled orders',
    'Cancelled orders',
    'Rejected orders',
    'Rejected orders',
    'Expired orders',
    'Orders still working',
    'Orders still working',
    'Orders without a fill',
    'Orders without a fill',
  ]);
});
