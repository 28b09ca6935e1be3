/** How many aggressors of each side and size class there were: the background of a programme's clips. */
import { SIDE_BID } from '@undertow/market';
import { log } from '#random/exact-math.ts';

/** Half octaves of contracts; the last holds all that is larger. */
const CLASSES = 16;

/** Counts only grow; for the counts of a period take a copy at its start. */
export class ClipLedger {
  /** Row of the buyers, then of the sellers. */
  readonly counts = new Float64Array(2 * CLASSES);

  add(side: number, size: number): void {
    const at = rowOf(side) + classOf(size);
    this.counts[at]! += 1;
  }

  set(other: ClipLedger): void {
    this.counts.set(other.counts);
  }
}

/**
 * Nats that the clips of one side carry against the crowd of the same sizes, for an observer who knows when they began
 * and ended and how large they are (Kullback and Leibler 1951, of Poisson counts). `own` are those of `side` alone; the
 * crowd's rate is that of both sides between two states of the ledger of all.
 */
export function clipInformation(
  side: number,
  own: ClipLedger,
  before: ClipLedger,
  after: ClipLedger,
): number {
  const mine = rowOf(side);
  const others = CLASSES - mine;
  let nats = 0;
  for (let size = 0; size < CLASSES; size++) {
    const clips = own.counts[mine + size]!;
    const all = between(before, after, mine + size) + between(before, after, others + size) - clips;
    const crowd = Math.max(0, all) / 2 + 0.5;
    nats += (clips + crowd) * log((clips + crowd) / crowd) - clips;
  }
  return nats;
}

function between(before: ClipLedger, after: ClipLedger, at: number): number {
  return after.counts[at]! - before.counts[at]!;
}

const rowOf = (side: number): number => (side === SIDE_BID ? 0 : CLASSES);

const classOf = (size: number): number =>
  Math.min(CLASSES - 1, Math.floor((2 * log(Math.max(1, size))) / Math.LN2 + 1e-9));
