/** Words of an import on screen: platforms, fields, choices. */
import type { MappedField, PlatformId } from '@undertow/journal';
import type { Tone } from '#ui/marks/badge.tsx';
import type { RowStatus } from './file-preview.ts';

export const PLATFORM_WORDS: Readonly<Record<PlatformId, string>> = {
  mt4: 'MetaTrader 4',
  mt5: 'MetaTrader 5',
  tradingview: 'TradingView',
  ctrader: 'cTrader',
  ninjatrader: 'NinjaTrader',
  tradovate: 'Tradovate',
  topstepx: 'TopstepX',
  rithmic: 'Rithmic R|Trader',
  'sierra-chart': 'Sierra Chart',
  quantower: 'Quantower',
  atas: 'ATAS',
  'interactive-brokers': 'Interactive Brokers',
  template: 'Simple template',
  mapped: 'Columns by hand',
};

/** The word of a platform that came over the wire. */
export function platformWord(platform: string): string {
  return (PLATFORM_WORDS as Readonly<Record<string, string>>)[platform] ?? platform;
}

export const FIELD_WORDS: Readonly<Record<MappedField, string>> = {
  symbol: 'Symbol',
  side: 'Side',
  quantity: 'Quantity',
  entryTime: 'Entry time',
  exitTime: 'Exit time',
  entryPrice: 'Entry price',
  exitPrice: 'Exit price',
  pnl: 'P&L',
  commission: 'Commission',
  fees: 'Fees',
  swap: 'Swap',
  account: 'Account',
  strategy: 'Strategy',
  notes: 'Notes',
  id: 'Trade id',
};

export const ROW_STATUS_WORDS: Readonly<Record<RowStatus, { readonly text: string; readonly tone: Tone }>> = {
  read: { text: 'Read', tone: 'plain' },
  new: { text: 'New', tone: 'ok' },
  completes: { text: 'Completes an earlier import', tone: 'info' },
  open: { text: 'New, open', tone: 'info' },
  duplicate: { text: 'Duplicate, skipped', tone: 'plain' },
  unanswered: { text: 'Needs an answer', tone: 'warn' },
  rejected: { text: 'Rejected', tone: 'bad' },
};

/** What platforms are read, for the line below the drop zone. */
export const SUPPORTED =
  'Exports from MT4, MT5, TradingView, cTrader and NinjaTrader are supported, and those of Tradovate, TopstepX, Rithmic, Sierra Chart, Quantower, ATAS and Interactive Brokers.';
