/** Archived records of several contracts within a span of one day, in the order of their times. */
import { FLAG_SNAPSHOT } from '@undertow/market';
import type { ContractFlows } from '#databento/market/contract-flows.ts';
import type { FlowCursor } from '#databento/market/flow.ts';
import { viewOf } from '#databento/market/record-archive.ts';
import type { RangeRequest } from './parameters.ts';

const VERSION = 3;
const WORD_BYTES = 4;
const RTYPE_MBO = 0xa0;
const MBO_FLAGS_AT = 36;
const NO_MORE = 0xffff_ffff_ffff_ffffn;

export interface RecordBlock {
  readonly bytes: Uint8Array;
  readonly records: number;
}

/** Blocks of whole records, at most `limit` records. */
export function* recordsOf(
  contracts: readonly ContractFlows[],
  { schema, startNs, endNs }: RangeRequest,
  limit: number,
): Generator<RecordBlock> {
  const sources = contracts.map((flows) => new Source(flows.flow(schema).cursor(startNs), endNs));
  let left = limit;
  while (left > 0) {
    const [first, second] = sources.toSorted((a, b) => compare(a.nextNs, b.nextNs));
    if (first === undefined || first.nextNs === NO_MORE) return;
    const block = first.takeUntil(second?.nextNs ?? NO_MORE, left);
    left -= block.records;
    yield block;
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
  takeUntil(otherNs: bigint, most: number): RecordBlock {
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
