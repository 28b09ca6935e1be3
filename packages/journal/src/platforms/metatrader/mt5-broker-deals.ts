/** MetaTrader 5 from a broker's portal: one row per deal (`Trade Buy In`, `Trade Sell Out`), paired by position. */
import type { ImportAnswers } from '#model/import-model.ts';
import type { RawTrip } from '#model/raw-records.ts';
import type { SourceFile } from '#model/source-file.ts';
import { BLANK_TRIP } from '#platforms/reader/blank-rows.ts';
import { platformRows, type Skip } from '#platforms/reader/collect-rows.ts';
import { compareFileTimes } from '#platforms/reader/compare-file-times.ts';
import {
  openPlatformTable,
  type PlatformTable,
  recogniseByHeader,
} from '#platforms/reader/open-platform-table.ts';
import type { PlatformRows, Recognition } from '#platforms/reader/platform.ts';
import type { PlatformLayout } from '#platforms/reader/platform-layout.ts';
import type { RowFields } from '#platforms/reader/row-fields.ts';
import { booked, spent } from '#platforms/reader/statement.ts';
import { earliestTime, latestTime } from '#platforms/reader/time-extremes.ts';
import {
  averagePrice,
  isAboveZero,
  quantityLeft,
  sumMoney,
  sumQuantities,
} from '#platforms/reader/weighted-fills.ts';
import type { FieldNames } from '#read/tables/table.ts';
import { BALANCE_LINES, lotsOf, movesMoneyOnly, TRADED } from './metatrader-statement.ts';

type Field =
  | 'symbol'
  | 'account'
  | 'position'
  | 'time'
  | 'type'
  | 'volume'
  | 'price'
  | 'commission'
  | 'fee'
  | 'swap'
  | 'profit'
  | 'comment';

const TRANSACTION = /^(?:transaction|deal|trade) type$/;

const NAMES: FieldNames<Field> = {
  symbol: ['symbol'],
  account: ['account number', 'account', 'login'],
  position: ['position', 'position id'],
  time: ['date time', 'date/time', 'time', 'date'],
  type: [TRANSACTION],
  volume: ['trade volume lots', 'volume lots', 'volume', 'lots'],
  price: ['open price', 'price', 'deal price'],
  commission: ['commission', 'commissions'],
  fee: ['fee', 'fees'],
  swap: ['swap', 'swaps'],
  profit: ['profit', 'profit/loss'],
  comment: ['comment'],
};

const DEAL = /^(?:trade )?(buy|sell) (in|out)$/i;

interface BrokerDeal {
  readonly line: number;
  readonly raw: string;
  readonly position: string;
  readonly account: string | null;
  readonly symbol: string;
  readonly action: string;
  readonly isEntry: boolean;
  readonly quantity: string;
  readonly price: string;
  readonly time: ReturnType<RowFields<Field>['requiredTime']>;
  readonly profit: string | null;
  readonly commission: string | null;
  readonly fee: string | null;
  readonly swap: string | null;
}

function dealOf(row: RowFields<Field>, table: PlatformTable<Field>): BrokerDeal | Skip {
  const type = row.text('type');
  const deal = DEAL.exec(type.replace(/\s+/g, ' '));
  if (deal === null && (row.text('symbol') === '' || movesMoneyOnly(row, TRADED)))
    return { skip: BALANCE_LINES };
  if (deal === null) row.refuse(`The transaction type is neither in nor out: “${type.slice(0, 40)}”`);
  return {
    line: row.line,
    raw: row.raw,
    position: row.requiredText('position'),
    account: row.textOrNull('account'),
    symbol: row.requiredText('symbol'),
    action: deal?.[1]?.toLowerCase() ?? '',
    isEntry: deal?.[2]?.toLowerCase() === 'in',
    quantity: lotsOf(row, 'volume', table.decimalMark),
    price: row.requiredDecimal('price'),
    time: row.requiredTime('time'),
    profit: row.decimal('profit'),
    commission: spent(row, 'commission', table.has('commission')),
    fee: spent(row, 'fee', table.has('fee')),
    swap: booked(row, 'swap', table.has('swap')),
  };
}

/** Closed part of a position, open part of it, or both. */
function tripsOf(deals: readonly BrokerDeal[]): RawTrip[] {
  const inOrder = [...deals].sort((one, other) => compareFileTimes(one.time, other.time));
  const entries = inOrder.filter((deal) => deal.isEntry);
  const exits = inOrder.filter((deal) => !deal.isEntry);
  const last = inOrder.at(-1);
  if (last === undefined) return [];
  const entered = sumQuantities(entries.map((deal) => deal.quantity));
  const left = sumQuantities(exits.map((deal) => deal.quantity));
  const isLong = entries.length > 0 ? entries[0]?.action === 'buy' : exits[0]?.action === 'sell';
  const shared = {
    ...BLANK_TRIP,
    raw: inOrder
      .map((deal) => deal.raw)
      .join('\n')
      .slice(0, 2_000),
    nativeId: last.position,
    account: last.account,
    symbol: last.symbol,
    side: isLong ? ('long' as const) : ('short' as const),
    entryTime: earliestTime(entries.map((deal) => deal.time)),
    entryPrice: averagePrice(entries),
    pnlIs: 'gross' as const,
  };
  const trips: RawTrip[] = [];
  if (exits.length > 0) {
    trips.push({
      ...shared,
      line: exits.at(-1)?.line ?? last.line,
      quantity: left,
      exitTime: latestTime(exits.map((deal) => deal.time)),
      exitPrice: averagePrice(exits),
      pnl: sumMoney(inOrder.map((deal) => deal.profit)) ?? '0',
      commission: sumMoney(inOrder.map((deal) => deal.commission)),
      fees: sumMoney(inOrder.map((deal) => deal.fee)),
      swap: sumMoney(inOrder.map((deal) => deal.swap)),
    });
  }
  const rest = quantityLeft(entered, left);
  if (isAboveZero(rest)) {
    const nativeId = exits.length > 0 ? `${last.position}:open` : last.position;
    trips.push({ ...shared, line: entries[0]?.line ?? last.line, nativeId, quantity: rest, status: 'open' });
  }
  return trips;
}

function read(_file: SourceFile, found: Recognition, answers: ImportAnswers): PlatformRows {
  const table = openPlatformTable<Field>(found.grid, found.headerRow, NAMES, {
    answers,
    open: { priceFields: ['price'] },
  });
  const collected = table.collect((row) => dealOf(row, table));
  const byPosition = new Map<string, BrokerDeal[]>();
  for (const deal of collected.records) {
    const key = `${deal.account ?? ''} ${deal.position}`;
    const group = byPosition.get(key);
    if (group === undefined) byPosition.set(key, [deal]);
    else group.push(deal);
  }
  return platformRows(collected, {
    questions: table.questions,
    trips: [...byPosition.values()].flatMap(tripsOf),
  });
}

export const mt5BrokerDeals: PlatformLayout = {
  layout: 'MetaTrader 5, deals of a broker portal',
  kind: 'round-trips',
  recognise: (file) =>
    recogniseByHeader(file, ['symbol', 'position', TRANSACTION, /volume|lots/, 'profit'], {
      platform: 'mt5',
      layout: '',
      kind: 'round-trips',
      confidence: 0.9,
    }).map(({ confidence, grid, headerRow }) => ({ confidence, grid, headerRow })),
  read,
};
