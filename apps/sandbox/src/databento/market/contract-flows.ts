/** Everything that is sent of one contract, by schema. */
import { encodeDefinition, encodeMboRecords, encodeStatus } from '@undertow/feeds';
import {
  ACTION_STATUS,
  ACTION_TRADE,
  COL_ACTION,
  COL_AUX,
  COL_PRICE_TICKS,
  COL_SIZE,
  type EventBatch,
  FLAG_SNAPSHOT,
  type OrderBook,
  ROW_LENGTH,
  rowTimeNs,
  rowWholeMs,
  TRADING_STATUSES,
  type TradingStatus,
} from '@undertow/market';
import { BAR_SCHEMAS, type BarSchema, type Schema } from '#databento/protocol/schemas.ts';
import { BarFlow } from './bar-flow.ts';
import { BboFlow } from './bbo-flow.ts';
import { DayStatistics } from './day-statistics.ts';
import { ArchivedFlow, type Flow, NoteFlow } from './flow.ts';
import { LevelFlows } from './level-records.ts';
import { FLAG_BAD_TS_RECV } from './market-book.ts';
import { CAPTURE_NS, tradeRecords } from './trade-records.ts';
import { expirationNs, maturityOf, PUBLISHER_ID, type WireContract } from './wire-contract.ts';

/** Actions of status records. */
const STATUS_ACTIONS: Readonly<Record<TradingStatus, number>> = { preopen: 1, open: 7, halt: 8, close: 12 };
const MBO_RECV_AT = 40;
const MBO_DELTA_AT = 48;
const UNITS_NANOS = 1_000_000_000n;

export class ContractFlows {
  readonly contract: WireContract;
  readonly #orders = new ArchivedFlow();
  readonly #trades = new ArchivedFlow();
  readonly #levels: LevelFlows;
  readonly #bars: Readonly<Record<BarSchema, BarFlow>>;
  readonly #bbo: readonly [BboFlow, BboFlow];
  readonly #statistics: DayStatistics;
  readonly #status = new NoteFlow();
  readonly #definitions = new NoteFlow();

  constructor(contract: WireContract, nowNs: bigint) {
    const bars = (schema: BarSchema) =>
      new BarFlow(contract, BAR_SCHEMAS[schema].rtype, BAR_SCHEMAS[schema].lengthMs);
    this.contract = contract;
    this.#levels = new LevelFlows(contract);
    this.#bbo = [new BboFlow(contract, 'bbo-1s'), new BboFlow(contract, 'bbo-1m')];
    this.#statistics = new DayStatistics(contract, nowNs);
    this.#bars = {
      'ohlcv-1s': bars('ohlcv-1s'),
      'ohlcv-1m': bars('ohlcv-1m'),
      'ohlcv-1h': bars('ohlcv-1h'),
      'ohlcv-1d': bars('ohlcv-1d'),
    };
    this.#define(nowNs);
  }

  flow(schema: Schema): Flow {
    switch (schema) {
      case 'mbo':
        return this.#orders;
      case 'trades':
        return this.#trades;
      case 'mbp-1':
      case 'mbp-10':
      case 'tbbo':
        return this.#levels[schema];
      case 'bbo-1s':
        return this.#bbo[0];
      case 'bbo-1m':
        return this.#bbo[1];
      case 'definition':
        return this.#definitions;
      case 'statistics':
        return this.#statistics;
      case 'status':
        return this.#status;
      default:
        return this.#bars[schema];
    }
  }

  /** Called after a row was applied to the book. */
  onRow(rows: Int32Array, at: number, book: OrderBook): void {
    const action = rows[at + COL_ACTION]!;
    if (this.#levels.isRead) this.#levels.onRow(rows, at, book);
    for (const bbo of this.#bbo) if (bbo.isRead) bbo.onRow(rows, at, book);
    if (action === ACTION_STATUS) {
      const status = TRADING_STATUSES[rows[at + COL_AUX]!];
      if (status !== undefined) this.announce(status, rowTimeNs(rows, at));
    }
    if (action !== ACTION_TRADE) return;
    const timeMs = rowWholeMs(rows, at);
    const [priceTicks, size] = [rows[at + COL_PRICE_TICKS]!, rows[at + COL_SIZE]!];
    for (const bars of Object.values(this.#bars)) bars.addTrade(timeMs, priceTicks, size);
    this.#statistics.addTrade(timeMs, priceTicks, size);
  }

  /** Called once all rows of a batch were applied. */
  onBatch(batch: EventBatch): void {
    this.#orders.push(this.mboRecords(batch));
    this.#trades.push(tradeRecords(batch, this.contract));
    if (batch.count === 0) return;
    const timeMs = rowWholeMs(batch.rows, (batch.count - 1) * ROW_LENGTH);
    for (const bars of Object.values(this.#bars)) bars.advance(timeMs);
  }

  mboRecords(batch: EventBatch): Uint8Array {
    const { id, instrument } = this.contract;
    const options = { instrumentId: id, tickNanos: instrument.tickNanos, publisherId: PUBLISHER_ID };
    return received(encodeMboRecords(batch, options));
  }

  announce(status: TradingStatus, timeNs: bigint): void {
    const fields = {
      instrumentId: this.contract.id,
      publisherId: PUBLISHER_ID,
      timeNs,
      receivedNs: timeNs + CAPTURE_NS,
      action: STATUS_ACTIONS[status],
    };
    this.#status.push(timeNs, (version) => encodeStatus(fields, { version }));
  }

  #define(timeNs: bigint): void {
    const { instrument, id, symbol, kind } = this.contract;
    const { year, month } = maturityOf(this.contract);
    const pointNanos = BigInt(Math.round(instrument.pointValue * Number(UNITS_NANOS)));
    const definition = {
      instrumentId: id,
      publisherId: PUBLISHER_ID,
      timeNs,
      rawSymbol: symbol,
      asset: instrument.symbol,
      exchange: `X${instrument.venue.slice(0, 3)}`,
      currency: instrument.currency,
      tickNanos: BigInt(instrument.tickNanos),
      unitOfMeasureNanos: pointNanos,
      tickValueNanos: (pointNanos * BigInt(instrument.tickNanos)) / UNITS_NANOS,
      expirationNs: expirationNs(this.contract),
      maturityYear: year,
      maturityMonth: month,
      instrumentClass: kind,
    };
    this.#definitions.push(timeNs, (version) => encodeDefinition(definition, { version }));
  }
}

/**
 * Records that were received shortly after their event. Those of a snapshot carry when the snapshot was made, which the
 * row says.
 */
function received(records: Uint8Array): Uint8Array {
  const view = new DataView(records.buffer, records.byteOffset, records.byteLength);
  for (let at = 0; at < records.length; at += records[at]! * 4) {
    const flags = view.getUint8(at + 36);
    if ((flags & FLAG_SNAPSHOT) !== 0) {
      view.setUint8(at + 36, flags | FLAG_BAD_TS_RECV);
      continue;
    }
    view.setBigUint64(at + MBO_RECV_AT, view.getBigUint64(at + 8, true) + CAPTURE_NS, true);
    view.setInt32(at + MBO_DELTA_AT, Number(CAPTURE_NS), true);
  }
  return records;
}
