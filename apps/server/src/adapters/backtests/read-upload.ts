/** An uploaded DBN file through market and detectors to the facts of its sessions, or the reason why it is refused. */
import { createReadStream } from 'node:fs';
import { zstdCompressSync } from 'node:zlib';
import { factsBytes, type SessionFacts } from '@undertow/backtest';
import { DbnError, type DbnInstrument, type DbnMetadata, type DbnRows, readDbnStream } from '@undertow/feeds';
import { CME_CALENDAR, COL_INSTRUMENT, type Instrument, productCalendar, ROW_LENGTH } from '@undertow/market';
import type { UploadTask } from '#ports/backtests/backtests.ts';
import type { ReadSession, UploadRead } from '#ports/backtests/uploads.ts';
import { ContractReader } from './contract-reader.ts';

const READ_CHUNK_BYTES = 256 * 1024;
/** A quarter of an hour of work: what is packed well can be far more than its bytes. */
const MAX_RECORDS = 500_000_000;
/** Each has a market and its detectors in memory. */
const MAX_CONTRACTS = 40;
/** Product and day. */
const MAX_SESSIONS = 120;
const ORDER_FLOW = ['mbo', 'mbp-1', 'mbp-10', 'tbbo', 'trades'];

/** Nothing that a second attempt would change. */
class Refused extends Error {
  override readonly name = 'Refused';
}

/** Counts what is read of the file, and reports each percent of it. */
async function* counted(
  path: string,
  bytes: number,
  onProgress: (fraction: number) => void,
): AsyncGenerator<Uint8Array> {
  let read = 0;
  let reported = 0;
  for await (const chunk of createReadStream(path, { highWaterMark: READ_CHUNK_BYTES })) {
    yield chunk;
    read += chunk.length;
    const fraction = Math.min(1, read / bytes);
    if (fraction < reported + 0.01) continue;
    reported = fraction;
    onProgress(fraction);
  }
}

function requireOrderFlow(metadata: DbnMetadata | null): void {
  const schema = metadata?.schema ?? null;
  // A live stream mixes schemas and names none
  if (schema !== null && !ORDER_FLOW.includes(schema))
    throw new Refused(`expected order flow (${ORDER_FLOW.join(', ')}), the file has the schema ${schema}`);
}

class UploadReader {
  readonly #rows: DbnRows;
  readonly #detectors: string;
  /** By local id; null where the catalogue has no such product. */
  readonly #readers = new Map<number, ContractReader | null>();
  readonly #sessions = new Map<string, ReadSession>();
  #contracts = 0;

  constructor(rows: DbnRows, detectors: string) {
    this.#rows = rows;
    this.#detectors = detectors;
  }

  async read(): Promise<readonly ReadSession[]> {
    requireOrderFlow(this.#rows.metadata);
    let present = 0;
    let reader: ContractReader | null = null;
    for await (const { rows, count } of this.#rows.batches) {
      if (this.#rows.counts.records > MAX_RECORDS)
        throw new Refused(`expected at most ${MAX_RECORDS} records: split the file`);
      for (let at = 0; at < count * ROW_LENGTH; at += ROW_LENGTH) {
        const localId = rows[at + COL_INSTRUMENT]!;
        if (localId !== present) {
          present = localId;
          reader = this.#readerOf(localId);
        }
        reader?.applyRow(rows, at);
      }
    }
    for (const each of this.#readers.values()) each?.finish();
    if (this.#sessions.size === 0)
      throw new Refused(`expected order flow (${ORDER_FLOW.join(', ')}) of a product that Undertow knows`);
    return [...this.#sessions.values()];
  }

  #readerOf(localId: number): ContractReader | null {
    const known = this.#readers.get(localId);
    if (known !== undefined) return known;
    const { instrument, isCatalogued, ...of } = this.#rows.instruments[localId - 1] as DbnInstrument;
    const reader =
      instrument === null || !isCatalogued ? null : this.#open(instrument, of.symbol ?? '', localId);
    this.#readers.set(localId, reader);
    return reader;
  }

  #open(instrument: Instrument, contract: string, localId: number): ContractReader {
    this.#contracts += 1;
    if (this.#contracts > MAX_CONTRACTS)
      throw new Refused(`expected at most ${MAX_CONTRACTS} contracts: request fewer symbols`);
    const calendar = productCalendar(CME_CALENDAR, instrument);
    return new ContractReader({
      ...{ instrument, calendar, contract, tier: this.#rows.tallyOf(localId).tier },
      ...{ source: 'replay', detectors: this.#detectors, isLastOfContract: false, priorBars: [] },
      onSession: (facts) => this.#keep(facts, contract),
    });
  }

  /** Of several contracts of a product the one that trades most. */
  #keep(facts: SessionFacts, contract: string): void {
    const { symbol: product, tradingDay, spans, minutes } = facts;
    const volume = minutes.volume.reduce((sum, contracts) => sum + contracts, 0);
    const key = `${product} ${tradingDay}`;
    if (minutes.count === 0 || volume <= (this.#sessions.get(key)?.volume ?? -1)) return;
    if (this.#sessions.size >= MAX_SESSIONS && !this.#sessions.has(key))
      throw new Refused(`expected at most ${MAX_SESSIONS} trading days: split the file`);
    const gaps = spans.filter(({ kind }) => kind === 'gap').length;
    const packed = zstdCompressSync(factsBytes(facts));
    this.#sessions.set(key, { product, tradingDay, contract, volume, gaps, facts: packed });
  }
}

/** Throws what is not the file's fault. */
export async function readUpload(
  { path, bytes, detectors }: UploadTask,
  onProgress: (fraction: number) => void,
): Promise<UploadRead> {
  try {
    const rows = await readDbnStream(counted(path, bytes, onProgress));
    return { sessions: await new UploadReader(rows, detectors).read() };
  } catch (error) {
    if (error instanceof DbnError || error instanceof Refused) return { refusal: error.message };
    if ((error as NodeJS.ErrnoException).code === 'ENOENT')
      return { refusal: 'the file is not on the server any more' };
    throw error;
  }
}
