/** Under which fence what arrives is stored, and which fences storage refused. */
import type { Fence } from '#ports/ownership/fence.ts';

/** The fence by which this process owns an instrument; undefined where it does not. */
export type FenceOf = (instrumentId: number) => Fence | undefined;

/** How rows are stored: `fence` is undefined where no other process could store any. */
export interface Owned {
  readonly fence: Fence | undefined;
  /** Differs for every ownership: what was collected in one is never stored as if it were of the next. */
  readonly key: string;
}

const ALONE: Owned = { fence: undefined, key: '' };

export class Ownership {
  readonly #fenceOf: FenceOf | undefined;
  readonly #lost = new Set<string>();

  constructor(fenceOf?: FenceOf) {
    this.#fenceOf = fenceOf;
  }

  /** Null where nothing of the instrument may be stored: another process does. */
  of(instrumentId: number): Owned | null {
    if (this.#fenceOf === undefined) return ALONE;
    const fence = this.#fenceOf(instrumentId);
    if (fence === undefined) return null;
    const key = `${fence.name}/${fence.epoch}/${fence.revision}`;
    return this.#lost.has(key) ? null : { fence, key };
  }

  /** Storage refused it: what still arrives under it is not collected. */
  lose({ key }: Owned): void {
    this.#lost.add(key);
  }
}
