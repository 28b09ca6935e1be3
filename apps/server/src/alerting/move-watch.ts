/** Moves within minutes: the extremes of each window are kept as monotone queues that all its rules share. */
import { moveSide, movesInto, type PriceMove, type TradedSpan } from '@undertow/market';
import type { CompiledRule, RuleOf } from './compile-rule.ts';
import type { Fire, MinuteFacts } from './market-step.ts';

/** A window is cut into this many pieces: it may be shorter than requested by one of them. */
const PIECES = 1440;
const MIN_PIECE_MS = 250;

interface Extreme {
  readonly pieceMs: number;
  ticks: number;
}

/** The lowest (or, with `sign` -1, highest) price of a window. */
class WindowExtreme {
  readonly #sign: 1 | -1;
  #entries: Extreme[] = [];
  #head = 0;

  constructor(sign: 1 | -1) {
    this.#sign = sign;
  }

  push(pieceMs: number, ticks: number): void {
    const last = this.#entries.at(-1);
    if (last !== undefined && this.#entries.length > this.#head && last.pieceMs === pieceMs) {
      if (this.#sign * ticks >= this.#sign * last.ticks) return;
    }
    while (this.#entries.length > this.#head) {
      const tail = this.#entries.at(-1) as Extreme;
      if (this.#sign * tail.ticks < this.#sign * ticks) break;
      this.#entries.pop();
    }
    this.#entries.push({ pieceMs, ticks });
  }

  /** Removes what lies before the instant. */
  expire(fromMs: number): void {
    while (this.#head < this.#entries.length && this.#entries[this.#head]!.pieceMs < fromMs) this.#head += 1;
    if (this.#head < 512) return;
    this.#entries = this.#entries.slice(this.#head);
    this.#head = 0;
  }

  /** Null without data. */
  get ticks(): number | null {
    return this.#entries[this.#head]?.ticks ?? null;
  }

  clear(): void {
    this.#entries = [];
    this.#head = 0;
  }
}

interface Waiting {
  readonly rule: RuleOf<'price_move'>;
  /** The move is over the threshold already: it fires again only after it was below. */
  isHeld: boolean;
}

class MoveWindow {
  readonly #windowMs: number;
  readonly #pieceMs: number;
  readonly #lows = new WindowExtreme(1);
  readonly #highs = new WindowExtreme(-1);
  readonly #rules = new Map<CompiledRule, Waiting>();
  #nowMs = Number.NEGATIVE_INFINITY;

  constructor(windowMs: number) {
    this.#windowMs = windowMs;
    this.#pieceMs = Math.max(MIN_PIECE_MS, Math.ceil(windowMs / PIECES));
  }

  get size(): number {
    return this.#rules.size;
  }

  add(rule: RuleOf<'price_move'>): void {
    // A move that exists when the rule is created is no news
    this.#rules.set(rule, { rule, isHeld: true });
  }

  remove(rule: CompiledRule): void {
    this.#rules.delete(rule);
  }

  #push(atMs: number, lowTicks: number, highTicks: number): void {
    this.#nowMs = atMs;
    const pieceMs = Math.floor(atMs / this.#pieceMs) * this.#pieceMs;
    this.#lows.push(pieceMs, lowTicks);
    this.#highs.push(pieceMs, highTicks);
  }

  reset(): void {
    this.#lows.clear();
    this.#highs.clear();
  }

  load(minutes: readonly MinuteFacts[]): void {
    for (const { startMs, lowTicks, highTicks } of minutes) this.#push(startMs, lowTicks, highTicks);
  }

  step(atMs: number, traded: TradedSpan, fire: Fire | null): void {
    // After a clock was set back the stored data is in the future
    if (atMs < this.#nowMs - this.#windowMs) this.reset();
    this.#lows.expire(atMs - this.#windowMs);
    this.#highs.expire(atMs - this.#windowMs);
    const extremes = { lowest: this.#lows.ticks, highest: this.#highs.ticks };
    const { up, down } = movesInto(traded, extremes);
    this.#push(atMs, traded.lowTicks, traded.highTicks);
    for (const waiting of this.#rules.values()) this.#check(waiting, up, down, fire);
  }

  #check(waiting: Waiting, up: PriceMove, down: PriceMove, fire: Fire | null): void {
    const side = moveSide(up, down, waiting.rule.test);
    const isNews = side !== 0 && !waiting.isHeld;
    waiting.isHeld = side !== 0;
    if (!isNews || fire === null) return;
    const move = side > 0 ? up : { ticks: -down.ticks, fromTicks: down.fromTicks };
    fire(waiting.rule, { kind: 'moved', ...move, windowMs: this.#windowMs });
  }
}

export class MoveWatch {
  readonly #windows = new Map<number, MoveWindow>();

  /** `minutes` are those already stored, oldest first. */
  add(rule: RuleOf<'price_move'>, minutes: readonly MinuteFacts[]): void {
    const { windowMs } = rule.test;
    const known = this.#windows.get(windowMs);
    if (known !== undefined) {
      known.add(rule);
      return;
    }
    const window = new MoveWindow(windowMs);
    window.load(minutes);
    window.add(rule);
    this.#windows.set(windowMs, window);
  }

  remove(rule: RuleOf<'price_move'>): void {
    const { windowMs } = rule.test;
    const window = this.#windows.get(windowMs);
    window?.remove(rule);
    if (window?.size === 0) this.#windows.delete(windowMs);
  }

  /** Other prices follow, of another contract: no move is measured between the two. */
  reset(): void {
    for (const window of this.#windows.values()) window.reset();
  }

  step(atMs: number, traded: TradedSpan, fire: Fire | null): void {
    for (const window of this.#windows.values()) window.step(atMs, traded, fire);
  }
}
