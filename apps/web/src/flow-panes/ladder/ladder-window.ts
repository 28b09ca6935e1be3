/** Which prices a ladder shows: they stay in place while the market moves, and follow once the touch leaves them. */

export interface Touch {
  /** Null where the side is empty. */
  readonly bidTicks: number | null;
  readonly askTicks: number | null;
}

function middleOf({ bidTicks, askTicks }: Touch): number | null {
  if (bidTicks === null) return askTicks;
  return askTicks === null ? bidTicks : Math.ceil((bidTicks + askTicks) / 2);
}

export class LadderWindow {
  #rows = 0;
  /** Price of the highest row; null before the first touch. */
  #topTicks: number | null = null;
  /** The reader moved it: it stays until they recentre. */
  #isHeld = false;

  get topTicks(): number | null {
    return this.#topTicks;
  }

  get isHeld(): boolean {
    return this.#isHeld;
  }

  /** The middle row keeps its price. */
  resize(rows: number): void {
    if (this.#topTicks !== null) this.#topTicks += Math.floor(rows / 2) - Math.floor(this.#rows / 2);
    this.#rows = rows;
  }

  recentre(touch: Touch): void {
    const middle = middleOf(touch);
    this.#isHeld = false;
    if (middle !== null) this.#topTicks = middle + Math.floor(this.#rows / 2);
  }

  /** Moves the prices by hand; up is towards higher ones. */
  scroll(ticks: number): void {
    if (this.#topTicks === null) return;
    this.#topTicks += ticks;
    this.#isHeld = true;
  }

  /** Recentres where a best price is outside, unless the reader moved the prices. */
  follow(touch: Touch): void {
    if (this.#rows === 0) return;
    const top = this.#topTicks;
    if (top === null) {
      this.recentre(touch);
      return;
    }
    if (this.#isHeld) return;
    const isOutside = (ticks: number | null): boolean =>
      ticks !== null && (ticks > top || ticks <= top - this.#rows);
    if (isOutside(touch.bidTicks) || isOutside(touch.askTicks)) this.recentre(touch);
  }
}
