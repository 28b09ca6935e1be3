/** `--map symbol=Ticker,exitTime=Closed,pnl=7`: which column holds what, by header name or by number from 1. */
import { type ColumnMapping, guessMapping, MAPPED_FIELDS, type MappedField } from '@undertow/journal';
import { wordOf } from '#terminal/options.ts';
import { UsageError } from '#terminal/terminal.ts';

/** The mapping that the option names; the P&L is after costs unless the header suggests otherwise. */
export function mappingOf(text: string, header: readonly string[]): ColumnMapping {
  const columns: Partial<Record<MappedField, number>> = {};
  for (const part of text.split(',')) {
    const at = part.indexOf('=');
    const field = wordOf('map', part.slice(0, Math.max(0, at)).trim(), MAPPED_FIELDS);
    columns[field] = columnOf(part.slice(at + 1).trim(), header);
  }
  return { columns, pnl: guessMapping(header).pnl };
}

function columnOf(name: string, header: readonly string[]): number {
  const named = header.findIndex((title) => title.trim().toLowerCase() === name.toLowerCase());
  if (named >= 0 && name !== '') return named;
  const number = /^\d{1,3}$/.test(name) ? Number(name) : 0;
  if (number >= 1 && number <= header.length) return number - 1;
  throw new UsageError(`expected a column of the file for --map, got ${name}`);
}

/** What the names of the columns suggest, as the option takes it. */
export function proposedMap(header: readonly string[]): string {
  const parts = Object.entries(guessMapping(header).columns).map(
    ([field, column]) => `${field}=${column + 1}`,
  );
  return parts.length === 0 ? 'symbol=1,exitTime=2,pnl=3' : parts.join(',');
}
