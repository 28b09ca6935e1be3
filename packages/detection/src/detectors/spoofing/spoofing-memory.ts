/** The sequences of the last ten minutes, and which of them a withdrawal continues. */
import { MINUTE_MS } from '@undertow/market';
import { SpoofSequence } from './spoofing-sequence.ts';
import type { Withdrawal } from './spoofing-withdrawal.ts';
import type { Behaviour, Likeness, WithdrawalBaseline } from './withdrawal-baseline.ts';

/** A fingerprint is remembered for ten minutes. */
const MEMORY_MS = 10 * MINUTE_MS;
const SEQUENCES = 128;
/** A posture continues a sequence when there is this much evidence; a flip of side needs as much. */
const MIN_LIKENESS = 0.5;
/** Of the other side: to count as a flip. */
const MIN_FLIP = 1;

function unlike(): Likeness {
  return { soon: 0, size: 0, distance: 0, layers: 0, genuine: 0, delay: 0, total: 0 };
}

export class SequenceMemory {
  readonly sequences = Array.from({ length: SEQUENCES }, () => new SpoofSequence());
  /** Evidence from likeness to the last match; zeros for a new sequence. */
  likeness = unlike();
  #tried = unlike();
  readonly #none = Object.freeze(unlike());
  readonly #onDrop: (sequence: SpoofSequence) => void;

  constructor(onDrop: (sequence: SpoofSequence) => void) {
    this.#onDrop = onDrop;
  }

  /** The sequence that a withdrawal most likely continues; undefined when it resembles none. */
  match(seen: Withdrawal, behaviour: Behaviour, baseline: WithdrawalBaseline): SpoofSequence | undefined {
    let best: SpoofSequence | undefined;
    Object.assign(this.likeness, this.#none);
    for (const sequence of this.sequences) {
      if (!mayGoOn(sequence, seen) || sequence.side !== seen.side) continue;
      baseline.compare(sequence, seen, behaviour, seen.timeMs - sequence.lastMs, this.#tried);
      const least = best === undefined ? MIN_LIKENESS : this.likeness.total;
      if (this.#tried.total <= least) continue;
      best = sequence;
      const { likeness } = this;
      this.likeness = this.#tried;
      this.#tried = likeness;
    }
    return best;
  }

  /** Evidence of the strongest sequence of the other side that looks the same: a trader that flips. */
  flipped(seen: Withdrawal, behaviour: Behaviour, baseline: WithdrawalBaseline): number {
    let most = 0;
    for (const sequence of this.sequences) {
      if (!mayGoOn(sequence, seen) || sequence.side === seen.side || sequence.evidence <= most) continue;
      baseline.compare(sequence, seen, behaviour, seen.timeMs - sequence.lastMs, this.#tried);
      if (this.#tried.total > MIN_FLIP) most = sequence.evidence;
    }
    return most;
  }

  clear(): void {
    for (const sequence of this.sequences) sequence.inUse = false;
  }

  /** A new sequence in the place of the one untouched for longest. */
  open(seen: Withdrawal): SpoofSequence {
    let oldest = this.sequences[0]!;
    for (const sequence of this.sequences) {
      if (!sequence.inUse) {
        oldest = sequence;
        break;
      }
      if (sequence.lastMs < oldest.lastMs) oldest = sequence;
    }
    if (oldest.inUse) this.#onDrop(oldest);
    oldest.begin(seen);
    return oldest;
  }
}

/** Remembered, of the same kind, and not too long ago. */
function mayGoOn(sequence: SpoofSequence, seen: Withdrawal): boolean {
  const isRecent = sequence.inUse && seen.timeMs - sequence.lastMs <= MEMORY_MS;
  return isRecent && sequence.layers >= 3 === seen.layers >= 3;
}
