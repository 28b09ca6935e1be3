/** Dump of the ProjectX interface's trades: one row per half turn, the result on the closing one. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawFill } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_FILL } from '#platforms/reader/blank-rows.ts';
import { platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { usableId } from '#platforms/reader/native-id.ts';
import { openPlatformTable, recogniseByHeader } from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';

const NAMES = {
  id: ['id', 'tradeId'],
  account: ['accountId', 'accountName', 'account'],
  contract: ['contractId', 'contractName', 'symbolId'],
  time: ['creationTimestamp', 'createdAt', 'timestamp'],
  price: ['price'],
  pnl: ['profitAndLoss', 'pnl'],
  fees: ['fees'],
  side: ['side'],
  size: ['size'],
  voided: ['voided'],
} as const;

type Field = keyof typeof NAMES;

const LAYOUT = 'TopstepX, half turns';

function recogniseProjectXFills(file: SourceFile): Recognition[] {
  const must = [
    /^(contract ?(id|name)|symbol ?id)$/,
    /^(profit ?and ?loss|pnl)$/,
    /^(creation ?timestamp|created ?at|timestamp)$/,
    'price',
    'side',
    'size',
  ];
  const what = { platform: 'topstepx', layout: LAYOUT, kind: 'fills' } as const;
  return recogniseByHeader(file, must, { ...what, confidence: 0.94 });
}

function readProjectXFills(found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    usualOrder: 'mdy',
    usualMark: '.',
    open: { priceFields: ['price'] },
  });
  const collected = table.collect(fillOf);
  return platformRows(collected, { fills: collected.records, questions: table.questions, currency: 'USD' });
}

function fillOf(row: RowFields<Field>): RawFill | Skip {
  if (/^(true|1|yes)$/i.test(row.text('voided'))) return { skip: 'Trades that the firm has voided' };
  const id = usableId(row.text('id'));
  const pnl = row.decimal('pnl');
  const code = row.text('side');
  return {
    ...BLANK_FILL,
    line: row.line,
    raw: row.raw,
    sequence: id,
    nativeId: id,
    account: row.textOrNull('account'),
    symbol: row.requiredText('contract'),
    currency: 'USD',
    action: code === '0' ? 'buy' : code === '1' ? 'sell' : row.requiredAction('side'),
    quantity: row.requiredSize('size'),
    price: row.requiredDecimal('price'),
    time: row.requiredTime('time'),
    fees: row.decimal('fees'),
    pnl,
    pnlIs: 'gross',
    effect: pnl === null ? 'open' : null,
  };
}

export const PROJECTX_FILLS: PlatformLayout = {
  layout: LAYOUT,
  kind: 'fills',
  recognise: recogniseProjectXFills,
  read: (_file, found, answers) => readProjectXFills(found, answers),
};
