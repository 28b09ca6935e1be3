/** Looks into the beginning of a recording: which products it holds, how deep, and where its trading starts. */
import {
  ACTION_TRADE,
  COL_ACTION,
  COL_FLAGS,
  COL_INSTRUMENT,
  contractAt,
  type EventBatch,
  type FeedTier,
  FLAG_SNAPSHOT,
  type Instrument,
  ROW_LENGTH,
  rowTimeMs,
} from '@undertow/market';
import type { DbnInstrument } from '#dbn/decode/dbn-instruments.ts';
import { type DbnRows, readDbn } from '#dbn/decode/read-dbn.ts';
import { DbnError } from '#dbn/files/dbn-error.ts';

export interface RecordedContract {
  readonly product: Instrument;
  /** Contract as the file names it, for example `ESH4`. */
  readonly code: string;
  /** `YYYY-MM-DD`; null where the roll rule gives another contract for that day. */
  readonly expiry: string | null;
  /** Number of its rows in any reading of the same file. */
  readonly localId: number;
  readonly tier: FeedTier;
}

export interface RecordingSurvey {
  /** One contract a product: the first that traded, or the first met. */
  readonly contracts: readonly RecordedContract[];
  /** Time of the first row that is not part of a snapshot, milliseconds since 1970 UTC. */
  readonly firstMs: number;
  /** Time of the first trade; null when the recording holds none. */
  readonly firstTradeMs: number | null;
}

/**
 * Reads up to the first trade (the whole file when there is none). Throws `DbnError` when the file holds no market data
 * of a product in the catalogue.
 */
export async function surveyRecording(path: string): Promise<RecordingSurvey> {
  const rows = await readDbn(path, () => undefined);
  const start = new TradingStart();
  for await (const batch of rows.batches) if (start.find(batch)) break;
  const { firstMs, firstTradeMs } = start;
  const contracts = Number.isNaN(firstMs) ? [] : contractsOf(rows, start.tradedId, firstMs);
  if (contracts.length === 0) throw nothingToReplay(rows);
  return { contracts, firstMs, firstTradeMs };
}

class TradingStart {
  /** NaN before the first row outside a snapshot. */
  firstMs = Number.NaN;
  firstTradeMs: number | null = null;
  tradedId = 0;

  /** True when the first trade was found. */
  find({ rows, count }: EventBatch): boolean {
    for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
      if ((rows[at + COL_FLAGS]! & FLAG_SNAPSHOT) !== 0) continue;
      if (Number.isNaN(this.firstMs)) this.firstMs = rowTimeMs(rows, at);
      if (rows[at + COL_ACTION] !== ACTION_TRADE) continue;
      this.firstTradeMs = rowTimeMs(rows, at);
      this.tradedId = rows[at + COL_INSTRUMENT]!;
      return true;
    }
    return false;
  }
}

function contractsOf(rows: DbnRows, tradedId: number, firstMs: number): RecordedContract[] {
  const tradedFirst = [...rows.instruments].sort(
    (a, b) => Number(b.localId === tradedId) - Number(a.localId === tradedId) || a.localId - b.localId,
  );
  const contracts = new Map<number, RecordedContract>();
  for (const instrument of tradedFirst) {
    const contract = contractOf(rows, instrument, firstMs);
    if (contract !== null && !contracts.has(contract.product.id))
      contracts.set(contract.product.id, contract);
  }
  return [...contracts.values()];
}

function contractOf(rows: DbnRows, found: DbnInstrument, firstMs: number): RecordedContract | null {
  const { instrument, symbol, localId } = found;
  if (instrument === null || symbol === null || !found.isCatalogued) return null;
  const front = contractAt(instrument, firstMs);
  return {
    product: instrument,
    code: symbol,
    expiry: front.code === symbol ? front.expiry : null,
    localId,
    tier: rows.tallyOf(localId).tier,
  };
}

function nothingToReplay(rows: DbnRows): DbnError {
  const symbols = rows.instruments.map((instrument) => instrument.symbol ?? instrument.fileId);
  const found = symbols.length === 0 ? 'none' : symbols.join(', ');
  return new DbnError(`expected market data of a product in the catalogue, found ${found}`, 0);
}
