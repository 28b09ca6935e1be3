/** Counts of the market data records of one instrument, taken before they become rows. */
import { type FeedTier, FLAG_LAST, FLAG_SNAPSHOT } from '@undertow/market';
import { RTYPE_MBO, RTYPE_MBP_1, RTYPE_MBP_10, RTYPE_TRADES } from '#dbn/files/dbn-layout.ts';

export class RecordTally {
  records = 0;
  /** Records flagged as snapshot; the others are live. */
  snapshot = 0;
  /** Records that close an event, snapshot included. */
  events = 0;
  /** What the richest schema met so far can show. */
  tier: FeedTier = 'L1T';
  /** What ten levels mean here. */
  readonly #levels: 'L2S' | 'L2C';
  readonly #byAction = new Int32Array(256);

  constructor(levels: 'L2S' | 'L2C' = 'L2S') {
    this.#levels = levels;
  }

  /** Live records by DBN action letter, those that occur. */
  byAction(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    this.#byAction.forEach((count, char) => {
      if (count > 0) counts.set(String.fromCharCode(char), count);
    });
    return counts;
  }

  count(view: DataView, at: number): void {
    this.records += 1;
    const rtype = view.getUint8(at + 1);
    if (rtype === RTYPE_MBO) {
      this.tier = 'L3';
      this.#countFlags(view.getUint8(at + 36), view.getUint8(at + 38));
    } else if (rtype === RTYPE_TRADES || rtype === RTYPE_MBP_1 || rtype === RTYPE_MBP_10) {
      if (rtype === RTYPE_MBP_10 && this.tier === 'L1T') this.tier = this.#levels;
      this.#countFlags(view.getUint8(at + 30), view.getUint8(at + 28));
    }
  }

  #countFlags(flags: number, action: number): void {
    if ((flags & FLAG_LAST) !== 0) this.events += 1;
    if ((flags & FLAG_SNAPSHOT) !== 0) this.snapshot += 1;
    else this.#byAction[action]! += 1;
  }
}
