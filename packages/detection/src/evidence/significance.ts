/** Severity of a detection: its confidence times how large it is among the last of its type (detection, section 3). */
import type { Severity } from '@undertow/market';

const MEMORY = 256;

/** The sizes that a rank remembers, as plain data. */
export interface RankState {
  readonly sizes: Float64Array;
  readonly count: number;
}

export class SizeRank {
  readonly #sizes = new Float64Array(MEMORY);
  #count = 0;

  save(): RankState {
    return { sizes: this.#sizes.slice(0, Math.min(this.#count, MEMORY)), count: this.#count };
  }

  restore({ sizes, count }: RankState): void {
    this.#sizes.set(sizes);
    this.#count = count;
  }

  /** Share of the remembered sizes that are not larger, counted so that the first ones rank low. */
  percentile(size: number): number {
    const known = Math.min(this.#count, MEMORY);
    let notLarger = 0;
    for (let at = 0; at < known; at += 1) if (this.#sizes[at]! <= size) notLarger += 1;
    return notLarger / (known + 1);
  }

  remember(size: number): void {
    this.#sizes[this.#count % MEMORY] = size;
    this.#count += 1;
  }
}

/** Critical from 0.9 and the 95th percentile, high from 0.8 and the 75th, medium from 0.6, else low. */
export function severityOf(confidence: number, percentile: number): Severity {
  if (confidence >= 0.9 && percentile >= 0.95) return 'critical';
  if (confidence >= 0.8 && percentile >= 0.75) return 'high';
  return confidence >= 0.6 ? 'medium' : 'low';
}
