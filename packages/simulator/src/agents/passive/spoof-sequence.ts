/** What is kept of a spoofer's sequence on one side: its attempts, the evident ones, and the prices of its postures. */
import type { Truth } from '#agents/frame/agent-group.ts';
import type { Observability } from '#ground-truth/labels.ts';

export class SpoofSequence {
  /** Side of the postures. */
  readonly side: number;
  readonly fromNs: number;
  /** Place of the first order of this sequence among the trader's orders. */
  readonly firstOrder: number;
  attempts = 0;
  /** Attempts whose posture was withdrawn after the genuine leg had traded. */
  evident = 0;
  evidentNs = -1;
  secondNs = -1;
  lastNs: number;
  postures = 0;
  #contracts = 0;
  #lowTicks = Number.POSITIVE_INFINITY;
  #highTicks = Number.NEGATIVE_INFINITY;

  constructor(side: number, fromNs: number, firstOrder: number) {
    this.side = side;
    this.fromNs = fromNs;
    this.lastNs = fromNs;
    this.firstOrder = firstOrder;
  }

  rest(priceTicks: number): void {
    this.#lowTicks = Math.min(this.#lowTicks, priceTicks);
    this.#highTicks = Math.max(this.#highTicks, priceTicks);
  }

  posture(contracts: number): void {
    this.postures++;
    this.#contracts += contracts;
  }

  /** The first order of a posture was withdrawn. */
  withdrawn(timeNs: number, afterFill: boolean): void {
    this.attempts++;
    this.lastNs = timeNs;
    if (!afterFill) return;
    this.evident++;
    if (this.evident === 1) this.evidentNs = timeNs;
    if (this.evident === 2) this.secondNs = timeNs;
  }

  get observability(): Observability {
    if (this.evident === 0) return 'none';
    return this.evident === 1 ? 'weak' : 'strong';
  }

  /** The label without the orders. */
  truth(
    exchangeNs: (timeNs: number) => bigint,
    params: Truth['params'],
  ): Omit<Truth, 'sub' | 'orders' | 'suffix'> {
    return {
      type: 'spoofing',
      side: this.side,
      fromNs: this.fromNs,
      toNs: this.lastNs,
      evidentNs: this.evident === 0 ? null : this.evidentNs,
      lowTicks: this.#lowTicks,
      highTicks: this.#highTicks,
      params: {
        cycles: this.attempts,
        cyclesEvident: this.evident,
        postureSize: Math.round(this.#contracts / this.postures),
        ...(this.evident >= 2 ? { secondCycleNs: String(exchangeNs(this.secondNs)) } : {}),
        ...params,
      },
      observability: this.observability,
      success: this.evident > 0,
    };
  }
}
