/** The metadata of a historical file: what was requested, and which id each symbol has on which days. */
import { metadataBytes } from '@undertow/feeds';
import { DATASET } from '#databento/market/wire-contract.ts';
import { SCHEMAS, STYPES } from '#databento/protocol/schemas.ts';
import type { RangeRequest } from './parameters.ts';
import { intervalsOf, type ResolvedSymbols } from './resolve-symbols.ts';

const SYMBOL_BYTES = 71;
const DATE_BYTES = 4;

export function fileHeader(request: RangeRequest, { found, unknown }: ResolvedSymbols): Uint8Array {
  const { schema, startNs, endNs, stypeIn, symbols } = request;
  const mappings = found.map(({ symbol, days }) => {
    const intervals = intervalsOf(days).flatMap(({ fromDay, toDay, contract }) => [
      ...[uint32(dateNumber(fromDay)), uint32(dateNumber(toDay))],
      symbolBytes(String(contract.id)),
    ]);
    return [symbolBytes(symbol), uint32(intervals.length / 3), ...intervals];
  });
  const lists = [symbols, [], unknown].flatMap((list) => [uint32(list.length), ...list.map(symbolBytes)]);
  const variable = Buffer.concat([...lists, uint32(mappings.length), ...mappings.flat()]);
  return metadataBytes(
    {
      version: 3,
      dataset: DATASET,
      schema: SCHEMAS[schema].number,
      startNs,
      endNs,
      stypeIn: STYPES[stypeIn],
      tsOut: false,
    },
    variable,
  );
}

function symbolBytes(symbol: string): Buffer {
  const bytes = Buffer.alloc(SYMBOL_BYTES);
  bytes.write(symbol.slice(0, SYMBOL_BYTES - 1), 'latin1');
  return bytes;
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(DATE_BYTES);
  bytes.writeUInt32LE(value);
  return bytes;
}

function dateNumber(day: string): number {
  return Number(day.replaceAll('-', ''));
}
