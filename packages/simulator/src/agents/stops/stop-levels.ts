/** Beyond which level a stop was placed, and why its trader believed in it: known to the answer sheet alone. */

export type LevelKind = 'swing' | 'round' | 'session';

export interface StopLevel {
  readonly ticks: number;
  readonly kind: LevelKind;
}

/** Filled by those who place stops beyond levels; stops that protect a position at some distance have no entry. */
export class StopLevels {
  readonly #levels = new Map<number, StopLevel>();
  readonly #planned = new Set<number>();

  note(orderId: number, level: StopLevel): void {
    this.#levels.set(orderId, level);
  }

  of(orderId: number): StopLevel | undefined {
    return this.#levels.get(orderId);
  }

  /** A trader planned a trap beyond this price, which has its own label. */
  plan(ticks: number): void {
    this.#planned.add(ticks);
  }

  isPlanned(ticks: number): boolean {
    return this.#planned.has(ticks) || this.#planned.has(ticks - 1) || this.#planned.has(ticks + 1);
  }

  forget(orderId: number): void {
    this.#levels.delete(orderId);
  }
}
