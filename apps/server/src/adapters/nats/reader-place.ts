/** Where a reader is in its stream, and what a message means for it: the next one, a repetition, or a sign of a hole. */
import type { Delivery } from './stream-delivery.ts';

export type Verdict = 'next' | 'repeated' | 'hole';

export class ReaderPlace {
  /** Of the last message that was read; 0 before the first. */
  sequence = 0;
  /** Deliveries of the present consumer. */
  ordinal = 0;
  /** Messages that the stream had dropped before they were read. */
  missed = 0;
  readonly #isContiguous: boolean;

  /** `isContiguous`: every message of the stream is read, so that their sequences have no hole. */
  constructor(isContiguous: boolean) {
    this.#isContiguous = isContiguous;
  }

  /** Another consumer continues behind the last message. */
  restart(): void {
    this.ordinal = 0;
  }

  judge({ sequence, ordinal }: Delivery): Verdict {
    if (ordinal !== this.ordinal + 1) return 'hole';
    const isFirst = ordinal === 1;
    const between = sequence - this.sequence - 1;
    // A new consumer begins where it was requested: what lies between does not exist any more
    if (this.#isContiguous && between > 0 && !isFirst) return 'hole';
    this.ordinal = ordinal;
    if (between < 0) return 'repeated';
    if (this.#isContiguous && this.sequence > 0) this.missed += between;
    this.sequence = sequence;
    return 'next';
  }

  /** The stream ends before what was read: it lost its end in a crash, or was made anew. True where that is so. */
  fitTo(lastSequence: number, isSameStream: boolean): boolean {
    if (isSameStream && lastSequence >= this.sequence) return false;
    const hadRead = this.sequence > 0;
    this.sequence = isSameStream ? lastSequence : 0;
    return hadRead;
  }
}
