/** A ladder in its place: paints at most once a frame, scrolls, and reports the price under the pointer. */
import type { Instrument } from '@undertow/market';
import { LadderMarket } from './ladder-market.ts';
import { type LadderMark, type LadderProfile, ladderRows, touchOf } from './ladder-rows.ts';
import { LADDER_HEAD_PX, LADDER_ROW_PX, type LadderColumns, LadderTable } from './ladder-table.ts';
import { LadderWindow } from './ladder-window.ts';

/** What is not in the market: it changes seldom. */
export interface LadderFrame {
  readonly profile: LadderProfile | null;
  readonly marks: readonly LadderMark[];
  readonly isOld: boolean;
  /** Pixels of the place. */
  readonly height: number;
}

export interface LadderBoardOptions {
  readonly instrument: Instrument;
  readonly columns: LadderColumns;
  readonly onEvent: (eventId: string) => void;
  /** Price under the pointer; null once it left. */
  readonly onHover: (priceTicks: number | null) => void;
  /** The reader moved the prices: they no longer follow. */
  readonly onHeld: (isHeld: boolean) => void;
  readonly onKnown: (isKnown: boolean) => void;
}

/** Wheels count pixels or lines. */
const WHEEL_PX = 24;

export class LadderBoard {
  readonly market = new LadderMarket();
  readonly #window = new LadderWindow();
  readonly #table: LadderTable;
  readonly #host: HTMLElement;
  readonly #options: LadderBoardOptions;
  readonly #ends = new AbortController();
  #input: LadderFrame = { profile: null, marks: [], isOld: false, height: 0 };
  #linkedTicks: number | null = null;
  #rows = 0;
  #frame: number | null = null;
  #wheel = 0;
  #reported = { isHeld: false, isKnown: false };

  constructor(host: HTMLElement, options: LadderBoardOptions) {
    this.#host = host;
    this.#options = options;
    this.#table = new LadderTable(options);
    host.replaceChildren(this.#table.element);
    const { signal } = this.#ends;
    host.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: false });
    host.addEventListener('pointermove', (event) => this.#onPointer(event), { signal });
    host.addEventListener('pointerleave', () => options.onHover(null), { signal });
    host.addEventListener('keydown', (event) => this.#onKey(event), { signal });
  }

  update(input: LadderFrame): void {
    this.#input = input;
    const rows = Math.max(0, Math.floor((input.height - LADDER_HEAD_PX) / LADDER_ROW_PX));
    if (rows !== this.#rows) {
      this.#rows = rows;
      this.#window.resize(rows);
    }
    this.request();
  }

  /** The price of a linked crosshair. Touches no cell. */
  setLinkedTicks(ticks: number | null): void {
    this.#linkedTicks = ticks;
    this.#link();
  }

  /** Paints in the next frame. */
  request(): void {
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = null;
      this.#paint();
    });
  }

  recentre(): void {
    this.#window.recentre(touchOf(this.market.levels()));
    this.request();
  }

  dispose(): void {
    if (this.#frame !== null) cancelAnimationFrame(this.#frame);
    this.#ends.abort();
    this.#host.replaceChildren();
  }

  #paint(): void {
    this.market.settle();
    const levels = this.market.levels();
    this.#window.follow(touchOf(levels));
    this.#report();
    const { topTicks } = this.#window;
    if (topTicks === null) return;
    const rows = ladderRows({
      ...this.#input,
      topTicks,
      rows: this.#rows,
      levels,
      bidFlow: this.market.flow(true),
      askFlow: this.market.flow(false),
      volumes: this.market.volumes(),
      lastTicks: this.market.lastTicks,
    });
    this.#table.update(rows, this.#input.isOld || !this.market.isKnown);
    this.#link();
  }

  #link(): void {
    const { topTicks } = this.#window;
    const linked = this.#linkedTicks;
    this.#table.link(topTicks === null || linked === null ? null : topTicks - linked);
  }

  #report(): void {
    const { isHeld } = this.#window;
    const { isKnown } = this.market;
    const before = this.#reported;
    this.#reported = { isHeld, isKnown };
    if (before.isHeld !== isHeld) this.#options.onHeld(isHeld);
    if (before.isKnown !== isKnown) this.#options.onKnown(isKnown);
  }

  #scroll(ticks: number): void {
    this.#window.scroll(ticks);
    this.request();
  }

  #onWheel(event: WheelEvent): void {
    if (event.ctrlKey) return;
    event.preventDefault();
    this.#wheel += event.deltaMode === WheelEvent.DOM_DELTA_LINE ? event.deltaY * WHEEL_PX : event.deltaY;
    const ticks = Math.trunc(this.#wheel / WHEEL_PX);
    this.#wheel -= ticks * WHEEL_PX;
    if (ticks !== 0) this.#scroll(-ticks);
  }

  #onPointer({ clientY }: PointerEvent): void {
    const { topTicks } = this.#window;
    const row = Math.floor(
      (clientY - this.#host.getBoundingClientRect().top - LADDER_HEAD_PX) / LADDER_ROW_PX,
    );
    const isRow = topTicks !== null && row >= 0 && row < this.#rows;
    this.#options.onHover(isRow ? topTicks - row : null);
  }

  #onKey(event: KeyboardEvent): void {
    const steps: Readonly<Record<string, number>> = {
      ArrowUp: 1,
      ArrowDown: -1,
      PageUp: Math.max(1, this.#rows - 2),
      PageDown: -Math.max(1, this.#rows - 2),
    };
    const step = steps[event.key];
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.key === 'Home') this.recentre();
    else if (step === undefined) return;
    else this.#scroll(step);
    event.preventDefault();
    event.stopPropagation();
  }
}
