/** ATAS, sheet Executions: one row per fill. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawFill } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import { platformRows } from '#platforms/reader/collect-rows.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import { openPlatformTable } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { findHeader } from '#read/tables/headers.ts';
import { readAction } from '#read/values/sides.ts';

const NAMES = {
  account: ['Account', 'Compte', 'Konto', 'Счет', 'Счёт'],
  instrument: ['Instrument', 'Outil', 'Security', 'Symbol', 'Инструмент'],
  side: ['Direction', 'Side', 'Sens', 'Richtung', 'Направление', 'Type'],
  time: ['Time', 'Date', 'Execution time', 'Date/Time', 'Heure', 'Zeit', 'Время'],
  price: ['Price', 'Prix', 'Preis', 'Цена'],
  quantity: ['Volume', 'Quantity', 'Объем', 'Объём'],
  commission: ['Commission', 'Комиссия'],
  id: ['ID', 'Trade ID', 'Execution ID', 'Exchange ID'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'ATAS, executions';

/** Generic column names: only a sheet of that name in a workbook counts. */
function recogniseAtasExecutions(file: SourceFile): Recognition[] {
  return file.grids.flatMap((grid) => {
    if (!/^(executions?|ex[ée]cutions?|исполнения)$/i.test(grid.name ?? '')) return [];
    const must = [
      /^(price|prix|preis|цена)$/,
      /^(volume|quantity|об[ъь]ем|объём)$/,
      /^(time|date|execution time|date\/time|heure|zeit|время)$/,
    ];
    const headerRow = findHeader(grid, must);
    if (headerRow < 0) return [];
    return [
      {
        platform: 'atas',
        layout: LAYOUT,
        kind: 'fills',
        confidence: 0.6,
        grid,
        headerRow,
      } as const,
    ];
  });
}

function readAtasExecutions(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    open: { priceFields: ['price'] },
  });
  const collected = table.collect(fillOf);
  return platformRows(collected, { fills: collected.records, questions: table.questions });
}

function fillOf(row: RowFields<Field>): RawFill {
  const isSold = row.requiredDecimal('quantity').startsWith('-');
  return {
    ...BLANK_FILL,
    line: row.line,
    raw: row.raw,
    nativeId: usableId(row.text('id')),
    account: row.textOrNull('account'),
    symbol: row.requiredText('instrument'),
    action: isSold
      ? 'sell'
      : (readAction(row.text('side')) ?? (row.text('side') === '' ? 'buy' : row.requiredAction('side'))),
    quantity: row.requiredSize('quantity'),
    price: row.requiredDecimal('price'),
    time: row.requiredTime('time'),
    commission: row.lenientDecimal('commission'),
  };
}

export const ATAS_EXECUTIONS: PlatformLayout = {
  layout: LAYOUT,
  kind: 'fills',
  recognise: recogniseAtasExecutions,
  read: (_file, found, answers) => readAtasExecutions(found, answers),
};
