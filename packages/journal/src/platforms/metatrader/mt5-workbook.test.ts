/** MetaTrader 5 reports as the terminal's workbooks, made up. */
import { zipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import { readSource } from '#read/files/read-source.ts';
import { netOf, readSample } from '#testing/read-sample.ts';
import { mt5 } from './mt5.ts';

const POSITIONS =
  'Time,Position,Symbol,Type,Volume,Price,S / L,T / P,Time,Price,Commission,Swap,Profit'.split(',');
const ORDERS = 'Open Time,Order,Symbol,Type,Volume,Price,S / L,T / P,Time,State,,Comment'.split(',');

/** A workbook like the terminal's: every part UTF-16LE, texts and numbers mixed, totals as formulas without a value. */
function workbook(rows: readonly (readonly (string | number)[])[]): Uint8Array {
  const xml = (body: string) => {
    const text = `\ufeff<?xml version="1.0" encoding="UTF-16"?>${body}`;
    const bytes = new Uint8Array(text.length * 2);
    for (let at = 0; at < text.length; at += 1) {
      bytes[at * 2] = text.charCodeAt(at) & 255;
      bytes[at * 2 + 1] = text.charCodeAt(at) >> 8;
    }
    return bytes;
  };
  const cell = (value: string | number, at: number, row: number) => {
    const name = `${String.fromCharCode(65 + at)}${row}`;
    if (value === '') return '';
    if (value === '=') return `<c r="${name}"><f>SUM(A1:A2)</f></c>`;
    return typeof value === 'number'
      ? `<c r="${name}"><v>${value}</v></c>`
      : `<c r="${name}" t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const sheet = rows.map(
    (cells, at) =>
      `<row r="${at + 1}">${cells.map((value, column) => cell(value, column, at + 1)).join('')}</row>`,
  );
  const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
  const relations = 'http://schemas.openxmlformats.org/package/2006/relationships';
  return zipSync({
    '[Content_Types].xml': xml(
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/></Types>',
    ),
    '_rels/.rels': xml(
      `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/_rels/workbook.xml.rels': xml(
      `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': xml(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="Sheet1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    ),
    'xl/worksheets/sheet1.xml': xml(
      `<worksheet xmlns="${main}"><sheetData>${sheet.join('')}</sheetData><mergeCells count="1"><mergeCell ref="A1:N1"/></mergeCells></worksheet>`,
    ),
  });
}

describe.each([
  ['English', 'Positions', POSITIONS],
  [
    'Russian',
    'Позиции',
    'Время,Позиция,Символ,Тип,Объем,Цена,S / L,T / P,Время,Цена,Комиссия,Своп,Прибыль'.split(','),
  ],
])('a MetaTrader 5 workbook in %s', (_language, title_, header) => {
  const rows = readSample(
    mt5,
    readSource(
      workbook([
        ['Trade History Report'],
        ['Name:', '', '', 'Made Up'],
        ['Account:', '', '', '700555 (USD, Made-Server, demo, Hedge)'],
        [],
        [title_],
        header,
        [
          '2026.03.05 10:20:00',
          6107,
          'XAUUSD',
          'sell',
          '0.10',
          2410.4,
          2420,
          '',
          '2026.03.05 14:02:11',
          2406.9,
          -0.7,
          0,
          35,
        ],
        [
          '2026.03.05 11:20:00',
          6108,
          'EURUSD',
          'buy',
          '1 000.00',
          1.085,
          '',
          '',
          '2026.03.06 14:02:11',
          1.08400000000001,
          -1.4,
          -0.35,
          -20,
        ],
        ['', '', '', '', '', '', '', '', '', '', '=', '=', '='],
        [],
        ['Orders'],
        ORDERS,
        [
          '2026.03.05 10:20:00',
          6107,
          'XAUUSD',
          'sell',
          '0.10 / 0.10',
          'market',
          '',
          '',
          '2026.03.05 10:20:00',
          'filled',
        ],
      ]),
      'ReportHistory-700555.xlsx',
    ),
  );

  test('gives the positions', () => {
    expect(rows.trips.map((trip) => [trip.nativeId, trip.quantity, trip.pnl])).toEqual([
      ['6107', '0.1', '35'],
      ['6108', '1000', '-20'],
    ]);
    expect([netOf(rows), rows.account, rows.currency, rows.rejected]).toEqual(['12.55', '700555', 'USD', []]);
  });
});
