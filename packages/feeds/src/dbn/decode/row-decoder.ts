/** Turns blocks of DBN records into batches of canonical rows, and counts what it met. */
import { type EventBatch, splitNsToMs } from '@undertow/market';
import type { DbnError } from '#dbn/files/dbn-error.ts';
import type { DbnBlock } from '#dbn/files/dbn-file.ts';
import {
  RTYPE_BBO_1M,
  RTYPE_BBO_1S,
  RTYPE_DEFINITION,
  RTYPE_ERROR,
  RTYPE_MBO,
  RTYPE_MBP_1,
  RTYPE_MBP_10,
  RTYPE_STATISTICS,
  RTYPE_STATUS,
  RTYPE_SYMBOL_MAPPING,
  RTYPE_SYSTEM,
  RTYPE_TRADES,
} from '#dbn/files/dbn-layout.ts';
import type { DbnMetadata } from '#dbn/files/dbn-metadata.ts';
import { SYSTEM_CODES } from '#dbn/files/message-codes.ts';
import { DbnInstruments } from './dbn-instruments.ts';
import { LevelWindow } from './decode-levels.ts';
import {
  type DbnStatistic,
  decodeDefinition,
  decodeErrorMessage,
  decodeStatistic,
  decodeSymbolMapping,
  decodeSystemMessage,
} from './decode-records.ts';
import { RecordTally } from './record-tally.ts';
import { refusedPrice } from './refused-price.ts';
import { type RowTarget, RowWriter } from './row-writer.ts';

/** Warnings kept: a live stream may bring one after the other for days. */
const MAX_WARNINGS = 100;
/** DBN has no field for sampled levels; a dataset name that ends so marks them. */
const CONFLATED_DATASET = '.L2C';

/** Receives each record that makes no rows, after it was taken note of; `at` is where it starts. */
export type OtherRecords = (rtype: number, view: DataView, at: number) => void;

/** What the records of one id currently denote. */
interface Current extends RowTarget {
  /** 0 where no tick is known. */
  readonly tickNanos: number;
  readonly untilMs: number;
  readonly tally: RecordTally;
  /** Richest schema met so far: a stream that carries several would show each trade several times. */
  richness: number;
}

export interface RowDecoderCounts {
  /** Records of any kind. */
  records: number;
  /** Records of types that make no rows (bars, definitions, statistics, messages, types unknown to us), by type. */
  readonly withoutRows: Map<number, number>;
  /** The newest statistics of each instrument by file id, by type. */
  readonly statistics: Map<number, Map<number, DbnStatistic>>;
  /** Messages of the gateway about errors and a slow reader: after either, records may be missing. */
  readonly warnings: Set<string>;
  /** Records of instruments whose tick is unknown, by file id. */
  readonly withoutTick: Map<number, number>;
  /** Records left out because a richer schema of the same instrument is in the stream. */
  superseded: number;
  /** Records refused because of an impossible price or size. */
  refused: number;
}

/**
 * Decodes blocks in order. Rows carry `localId` of `instruments` as `COL_INSTRUMENT`. `onRefused` receives each record
 * whose price is off the tick or undefined, or whose size is impossible; it may throw to stop the reading, otherwise
 * the record is left out and counted.
 */
export class RowDecoder {
  readonly instruments: DbnInstruments;
  readonly counts: RowDecoderCounts = {
    records: 0,
    withoutRows: new Map(),
    statistics: new Map(),
    warnings: new Set(),
    withoutTick: new Map(),
    superseded: 0,
    refused: 0,
  };
  readonly #onRefused: (error: DbnError) => void;
  readonly #onOther: OtherRecords;
  readonly #levels: 'L2S' | 'L2C';
  readonly #tallies: RecordTally[] = [];
  readonly #current = new Map<number, Current>();
  readonly #writer = new RowWriter();

  constructor(
    metadata: DbnMetadata | null,
    onRefused: (error: DbnError) => void,
    onOther: OtherRecords = () => undefined,
  ) {
    this.instruments = new DbnInstruments(metadata);
    this.#levels = metadata?.dataset.endsWith(CONFLATED_DATASET) === true ? 'L2C' : 'L2S';
    this.#onRefused = onRefused;
    this.#onOther = onOther;
  }

  /** Counts of the instrument's records so far. */
  tallyOf(localId: number): RecordTally {
    const known = this.#tallies[localId - 1];
    if (known !== undefined) return known;
    const made = new RecordTally(this.#levels);
    this.#tallies[localId - 1] = made;
    return made;
  }

  /** Rows of all records of the block. The batch is valid until the next call. */
  decode(block: DbnBlock): EventBatch {
    this.#writer.begin(block.end - block.start);
    const { view } = block;
    for (let at = block.start; at < block.end; at += view.getUint8(at) * 4) {
      this.#decodeRecord(view, at, block.offset - block.start + at);
    }
    this.counts.records += block.count;
    return this.#writer.batch();
  }

  #decodeRecord(view: DataView, at: number, offset: number): void {
    const rtype = view.getUint8(at + 1);
    switch (rtype) {
      case RTYPE_MBO:
      case RTYPE_TRADES:
      case RTYPE_MBP_1:
      case RTYPE_MBP_10:
      case RTYPE_BBO_1S:
      case RTYPE_BBO_1M:
      case RTYPE_STATUS:
        this.#decodeMarketRecord(rtype, view, at, offset);
        return;
      case RTYPE_DEFINITION:
        this.instruments.addDefinition(decodeDefinition(view, at));
        this.#current.delete(view.getUint32(at + 4, true));
        break;
      case RTYPE_SYMBOL_MAPPING:
        this.instruments.addMapping(decodeSymbolMapping(view, at), timeMsAt(view, at));
        this.#current.delete(view.getUint32(at + 4, true));
        break;
      case RTYPE_STATISTICS:
        this.#keepStatistic(decodeStatistic(view, at));
        break;
      case RTYPE_ERROR:
        this.#warn(decodeErrorMessage(view, at).text);
        break;
      case RTYPE_SYSTEM: {
        const { text, code } = decodeSystemMessage(view, at);
        if (code === SYSTEM_CODES.slowReader) this.#warn(text);
        break;
      }
      default:
        break;
    }
    increment(this.counts.withoutRows, rtype);
    this.#onOther(rtype, view, at);
  }

  #warn(text: string): void {
    if (this.counts.warnings.size < MAX_WARNINGS) this.counts.warnings.add(text);
  }

  #keepStatistic(statistic: DbnStatistic): void {
    const { instrumentId, statType } = statistic;
    const kept = this.counts.statistics.get(instrumentId) ?? new Map<number, DbnStatistic>();
    this.counts.statistics.set(instrumentId, kept.set(statType, statistic));
  }

  #decodeMarketRecord(rtype: number, view: DataView, at: number, offset: number): void {
    const current = this.#currentOf(view, at);
    current.tally.count(view, at);
    if (current.tickNanos === 0) {
      increment(this.counts.withoutTick, current.instrument.fileId);
      return;
    }
    if (richnessOf(rtype) < current.richness) {
      this.counts.superseded += 1;
      return;
    }
    if (rtype !== RTYPE_STATUS) current.richness = richnessOf(rtype);
    if (this.#writer.write(view, at, current)) return;
    this.counts.refused += 1;
    this.#onRefused(refusedPrice(view, at, offset, current.instrument));
  }

  #currentOf(view: DataView, at: number): Current {
    const fileId = view.getUint32(at + 4, true);
    const known = this.#current.get(fileId);
    const timeMs = timeMsAt(view, at);
    if (known !== undefined && timeMs < known.untilMs) return known;
    const { instrument, untilMs } = this.instruments.at(fileId, timeMs);
    const window = known?.instrument === instrument ? known.window : new LevelWindow();
    const tally = this.tallyOf(instrument.localId);
    const richness = known?.instrument === instrument ? known.richness : 0;
    const current = { instrument, tickNanos: instrument.tickNanos ?? 0, untilMs, window, richness, tally };
    this.#current.set(fileId, current);
    return current;
  }
}

/** Trades and best prices complete each other; the deeper schemas hold them already. */
function richnessOf(rtype: number): number {
  switch (rtype) {
    case RTYPE_MBO:
      return 4;
    case RTYPE_MBP_10:
      return 3;
    case RTYPE_MBP_1:
      return 2;
    case RTYPE_STATUS:
      return Number.POSITIVE_INFINITY;
    default:
      return 1;
  }
}

function timeMsAt(view: DataView, at: number): number {
  return splitNsToMs(view.getUint32(at + 12, true), view.getUint32(at + 8, true));
}

function increment(counts: Map<number, number>, key: number): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
