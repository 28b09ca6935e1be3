/** Records about an instrument rather than its orders: definitions and statistics. */
import { RTYPE_DEFINITION, RTYPE_STATISTICS } from '#dbn/files/dbn-layout.ts';
import { definitionLayout } from '#dbn/files/definition-layout.ts';
import { NO_PRICE_NANOS, NO_TIME_NS, startRecord, writeText } from './record-bytes.ts';
import type { RecordStyle } from './record-style.ts';

export interface DefinitionFields {
  readonly instrumentId: number;
  readonly timeNs: bigint;
  readonly rawSymbol: string;
  /** Product code (`ES`). */
  readonly asset: string;
  readonly exchange: string;
  readonly currency: string;
  /** Tick, contract size and value of a tick in units of 1e-9: ES 250000000, 50000000000, 12500000000. */
  readonly tickNanos: bigint;
  readonly unitOfMeasureNanos: bigint;
  readonly tickValueNanos?: bigint;
  /** Nanoseconds since 1970 UTC; undefined where it is left out. */
  readonly expirationNs?: bigint | null;
  readonly activationNs?: bigint | null;
  readonly maturityYear?: number;
  readonly maturityMonth?: number;
  /** One letter: `F` future, which is the default. */
  readonly instrumentClass?: string;
  /** One letter: `F` first in first out, which is the default. */
  readonly matchAlgorithm?: string;
  readonly publisherId?: number;
}

export interface StatisticFields {
  readonly instrumentId: number;
  readonly timeNs: bigint;
  /** When the vendor received it; `timeNs` where it is left out. */
  readonly receivedNs?: bigint;
  /** Day or instant that the figure is about; undefined where it is left out. */
  readonly referenceNs?: bigint;
  /** 1 open, 3 settlement, 4 low, 5 high, 6 cleared volume, 9 open interest, … */
  readonly statType: number;
  readonly priceNanos?: bigint | null;
  readonly quantity?: bigint | null;
  readonly sequence?: number;
  readonly publisherId?: number;
}

const NO_QUANTITY_32 = 0x7fff_ffff;
const NO_YEAR = 0xffff;
const NO_MONTH = 0xff;
/** `min_lot_size_round_lot` and others that nobody reads are left zero; prices must be undefined, not zero. */
const UNDEFINED_PRICES = [56, 64, 72] as const;
const ACTION_ADD = 'A';
const UPDATE_NEW = 1;

/** A definition: 520 bytes in version 3, 400 in version 2, 360 in version 1. */
export function encodeDefinition(definition: DefinitionFields, style: RecordStyle): Uint8Array {
  const { instrumentId, timeNs, publisherId = 0 } = definition;
  const layout = definitionLayout(style.version ?? 3);
  const record = startRecord({ rtype: RTYPE_DEFINITION, publisherId, instrumentId, timeNs }, style);
  record.writeBigUInt64LE(timeNs, 16);
  record.writeBigInt64LE(definition.tickNanos, 24);
  record.writeBigInt64LE(1_000_000_000n, 32);
  record.writeBigUInt64LE(definition.expirationNs ?? NO_TIME_NS, 40);
  record.writeBigUInt64LE(definition.activationNs ?? NO_TIME_NS, 48);
  for (const at of UNDEFINED_PRICES) record.writeBigInt64LE(NO_PRICE_NANOS, at);
  record.writeBigInt64LE(definition.unitOfMeasureNanos, layout.unit);
  record.writeBigInt64LE(definition.tickValueNanos ?? NO_PRICE_NANOS, layout.tickValue);
  record.writeBigInt64LE(NO_PRICE_NANOS, layout.strike);
  record.writeUInt16LE(definition.maturityYear ?? NO_YEAR, layout.maturityYear);
  record.writeUInt8(definition.maturityMonth ?? NO_MONTH, layout.maturityMonth);
  writeText(record, definition.currency, layout.currency, 4);
  writeText(record, definition.rawSymbol, layout.symbol, layout.symbolBytes);
  writeText(record, definition.asset, layout.group, 21);
  writeText(record, definition.exchange, layout.exchange, 5);
  writeText(record, definition.asset, layout.asset, layout.assetBytes);
  writeText(record, 'FFIXSX', layout.cfi, 7);
  writeText(record, 'FUT', layout.securityType, 7);
  record.write(definition.instrumentClass ?? 'F', layout.class, 1, 'latin1');
  record.write(definition.matchAlgorithm ?? 'F', layout.match, 1, 'latin1');
  record.write(ACTION_ADD, layout.updateAction, 1, 'latin1');
  return record;
}

/** A statistic: 80 bytes in version 3, 64 in versions 1 and 2, where a quantity has 32 bits. */
export function encodeStatistic(statistic: StatisticFields, style: RecordStyle): Uint8Array {
  const { instrumentId, timeNs, publisherId = 0, quantity = null } = statistic;
  const isWide = (style.version ?? 3) === 3;
  const record = startRecord({ rtype: RTYPE_STATISTICS, publisherId, instrumentId, timeNs }, style);
  record.writeBigUInt64LE(statistic.receivedNs ?? timeNs, 16);
  record.writeBigUInt64LE(statistic.referenceNs ?? NO_TIME_NS, 24);
  record.writeBigInt64LE(statistic.priceNanos ?? NO_PRICE_NANOS, 32);
  if (isWide) record.writeBigInt64LE(quantity ?? NO_PRICE_NANOS, 40);
  else record.writeInt32LE(quantity === null ? NO_QUANTITY_32 : Number(quantity), 40);
  record.writeUInt32LE(statistic.sequence ?? 0, isWide ? 48 : 44);
  record.writeUInt16LE(statistic.statType, isWide ? 56 : 52);
  record.writeUInt8(UPDATE_NEW, isWide ? 60 : 56);
  return record;
}
