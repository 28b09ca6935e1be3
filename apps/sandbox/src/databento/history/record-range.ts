/** Archived records of several contracts within a span of time, in the order of their times. */
import { FLAG_SNAPSHOT } from '@undertow/market';
import type { FlowCursor } from '#databento/market/flow.ts';
import type { MarketFloor } from '#databento/market/market-floor.ts';
import { viewOf } from '#databento/market/record-archive.ts';
import type { WireContract } from '#databento/market/wire-contract.ts';
import { isReference } from '#databento/protocol/schemas.ts';
import type { RangeRequest } from './parameters.ts';

const VERSION = 3;
const WORD_BYTES = 4;
const RTYPE_MBO = 0xa0;
const MBO_FLAGS_AT = 36;
const NO_MORE = 0xffff_ffff_ffff_ffffn;

/** Blocks of whole records, at most `limit` records. */
export async function* recordsOf(
  floor: MarketFloor,
  contracts: readonly WireContract[],
  { schema, startNs, endNs, limit }: RangeRequest,
): AsyncGenerator<Uint8Array> {
  const sources: Source[] = [];
  for (const contract of contracts) {
    const line = floor.line(contract.instrument);
    if (!isReference(schema)) await floor.run(line);
    sources.push(new Source(line.flowsOf(contract).flow(schema).cursor(startNs), endNs));
  }
  let left = limit ?? Number.POSITIVE_INFINITY;
  while (left > 0) {
    const [first, second] = sources.toSorted((a, b) => compare(a.nextNs, b.nextNs));
    if (first === undefined || first.nextNs === NO_MORE) return;
    const block = first.takeUntil(second?.nextNs ?? NO_MORE, left);
    left -= block.records;
    yield block.bytes;
  }
}

/** Records of one contract. */
class Source {
  readonly #cursor: FlowCursor;
  readonly #endNs: bigint;
  #records: Uint8Array = new Uint8Array();
  #at = 0;
  /** Time of the next record; `NO_MORE` where there is none. */
  nextNs = 0n;
  #timeNs = 0n;

  constructor(cursor: FlowCursor, endNs: bigint) {
    this.#cursor = cursor;
    this.#endNs = endNs;
    this.#look();
  }

  /** The next records up to a time, or to the end of what was read at once. */
  takeUntil(otherNs: bigint, most: number): { bytes: Uint8Array; records: number } {
    const [from, block] = [this.#at, this.#records];
    let [to, records] = [from, 0];
    do {
      to += block[to]! * WORD_BYTES;
      records += 1;
      this.#at = to;
      this.#look();
    } while (this.#records === block && this.#isNextBefore(otherNs) && records < most);
    return { bytes: block.subarray(from, to), records };
  }

  #isNextBefore(otherNs: bigint): boolean {
    return this.nextNs !== NO_MORE && this.nextNs <= otherNs;
  }

  #look(): void {
    if (this.#at >= this.#records.length) {
      this.#records = this.#cursor.next(VERSION) ?? new Uint8Array();
      this.#at = 0;
    }
    this.nextNs = this.#at < this.#records.length ? this.#timeOf(this.#at) : NO_MORE;
    if (this.nextNs >= this.#endNs) this.nextNs = NO_MORE;
  }

  /** Orders of a snapshot carry their own, older times: they count at the time of the record before them. */
  #timeOf(at: number): bigint {
    const records = this.#records;
    const isOld = records[at + 1] === RTYPE_MBO && (records[at + MBO_FLAGS_AT]! & FLAG_SNAPSHOT) !== 0;
    if (!isOld || this.#timeNs === 0n) this.#timeNs = viewOf(records).getBigUint64(at + 8, true);
    return this.#timeNs;
  }
}

function compare(a: bigint, b: bigint): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
