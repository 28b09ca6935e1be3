/** Names and numbers of schemas and of kinds of symbols, as lines and forms write them. */

/** Number in the metadata, and whether a client that reads too slowly loses records of it by default. */
interface SchemaFacts {
  readonly number: number;
  readonly skips: boolean;
}

const fact = (number: number, skips = false): SchemaFacts => ({ number, skips });

export const SCHEMAS = {
  mbo: fact(0),
  'mbp-1': fact(1, true),
  'mbp-10': fact(2, true),
  tbbo: fact(3),
  trades: fact(4),
  'ohlcv-1s': fact(5),
  'ohlcv-1m': fact(6),
  'ohlcv-1h': fact(7),
  'ohlcv-1d': fact(8),
  definition: fact(9),
  statistics: fact(10),
  status: fact(11),
  'bbo-1s': fact(18, true),
  'bbo-1m': fact(19, true),
} as const satisfies Record<string, SchemaFacts>;

export type Schema = keyof typeof SCHEMAS;

/** Bars: record type and length in milliseconds. */
export const BAR_SCHEMAS = {
  'ohlcv-1s': { rtype: 0x20, lengthMs: 1_000 },
  'ohlcv-1m': { rtype: 0x21, lengthMs: 60_000 },
  'ohlcv-1h': { rtype: 0x22, lengthMs: 3_600_000 },
  'ohlcv-1d': { rtype: 0x23, lengthMs: 86_400_000 },
} as const;

export type BarSchema = keyof typeof BAR_SCHEMAS;

export const STYPES = { instrument_id: 0, raw_symbol: 1, continuous: 3, parent: 4 } as const;

export type Stype = keyof typeof STYPES;

/** Everything that is listed, in place of a list of symbols. */
export const ALL_SYMBOLS = 'ALL_SYMBOLS';

export function schemaOf(name: string | undefined): Schema | null {
  return name !== undefined && Object.hasOwn(SCHEMAS, name) ? (name as Schema) : null;
}

export function isBarSchema(schema: Schema): schema is BarSchema {
  return Object.hasOwn(BAR_SCHEMAS, schema);
}

/** Facts about a contract, which exist whether its market runs or not. */
export function isReference(schema: Schema): boolean {
  return schema === 'definition' || schema === 'statistics' || schema === 'status';
}

export function stypeOf(name: string | undefined): Stype | null {
  return name !== undefined && Object.hasOwn(STYPES, name) ? (name as Stype) : null;
}
