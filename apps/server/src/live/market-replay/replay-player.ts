/** Plays recorded instruments together: one replayed instant that runs, steps and stops, within a share of the processor. */
import type { ReplayAct, ReplaySpeed } from '@undertow/contracts';
import { type FlowEventType, instrumentById, MINUTE_MS } from '@undertow/market';
import type { StoredPast } from '#live/session/stored-past.ts';
import type { RecordedBatch } from './recorded-rows.ts';
import type { PlayerState, ReplayNews, ReplayOrder, ReplayStart } from './replay-messages.ts';
import { type Played, ReplayedInstrument } from './replayed-instrument.ts';

/** Between two ticks, and how much of it may be computed. */
export const TICK_MS = 100;
const BUSY_MS = 45;
/** Instruments are at most this far apart while they play. */
const SLICE_MS = 250;
/** Real time of one tick at most: after a stall the replay goes on and does not leap. */
const MAX_REAL_MS = 250;
/** Rows that wait for an instrument; with fewer the next batch is requested. */
const MIN_WAITING = 20_000;
/** Most replayed time of a tick at the speed `max`. */
const MAX_TICK_MS = 5 * MINUTE_MS;

/** So close to the limit the replay is held by it. */
const EDGE_MS = 1000;

/** What the player is doing. */
type Goal =
  | { readonly kind: 'play' }
  | { readonly kind: 'until'; readonly timeMs: number }
  | { readonly kind: 'event'; readonly types: readonly FlowEventType[] }
  | { readonly kind: 'message'; count: number };

export interface ReplayPlayerInput extends ReplayStart {
  /** Milliseconds of a source that never jumps. */
  monotonicMs(): number;
  post(news: ReplayNews): void;
}

export class ReplayPlayer {
  readonly #input: ReplayPlayerInput;
  readonly #instruments = new Map<number, ReplayedInstrument>();
  /** Batches that were requested and have not come. */
  readonly #requested = new Map<number, number>();
  #atMs: number;
  #limitMs: number;
  #speed: ReplaySpeed = 1;
  #goal: Goal | null = null;
  /** Instruments are still on their way to the instant. */
  #isBehind = true;
  #isBuilt = false;
  #isHeld = false;
  #failure: string | null = null;
  #tickedMs: number;
  #posted = '';

  constructor(input: ReplayPlayerInput) {
    this.#input = input;
    this.#atMs = input.startMs;
    this.#limitMs = input.limitMs;
    this.#tickedMs = input.monotonicMs();
  }

  take(order: ReplayOrder): void {
    if (order.kind === 'add') this.#add(order.instrumentId, order.past);
    else if (order.kind === 'rows') this.#rows(order.instrumentId, order.batch);
    else if (order.kind === 'end') this.#end(order.instrumentId, order.failure);
    else if (order.kind === 'limit') this.#limitMs = order.limitMs;
    else this.#act(order.act, order.types);
  }

  #add(instrumentId: number, past: StoredPast): void {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined || this.#instruments.has(instrumentId)) return;
    const { source, run, post } = this.#input;
    this.#instruments.set(
      instrumentId,
      new ReplayedInstrument({
        ...{ instrument, source, run, past },
        nowMs: () => this.#atMs,
        onUpdate: (update) => post({ kind: 'update', update }),
        onFault: (error) => post({ kind: 'fault', error: String(error) }),
      }),
    );
    this.#isBehind = true;
    this.#requestRows();
  }

  #rows(instrumentId: number, batch: RecordedBatch): void {
    this.#instruments.get(instrumentId)?.rows.push(batch);
    this.#requested.set(instrumentId, Math.max(0, (this.#requested.get(instrumentId) ?? 0) - 1));
  }

  #end(instrumentId: number, failure: string | null): void {
    this.#instruments.get(instrumentId)?.rows.end();
    if (instrumentId === this.#input.instrumentId) this.#failure = failure;
  }

  #act(act: ReplayAct, types: readonly FlowEventType[]): void {
    if (act.act === 'speed') this.#speed = act.speed;
    else if (act.act === 'pause') this.#goal = null;
    else if (act.act === 'play') this.#goal = { kind: 'play' };
    else if (act.by === 'event') this.#goal = { kind: 'event', types };
    else if (act.by === 'bar') {
      const barMs = act.minutes * MINUTE_MS;
      this.#goal = { kind: 'until', timeMs: (Math.floor(this.#atMs / barMs) + 1) * barMs };
    } else if (this.#goal?.kind === 'message') this.#goal.count += act.count;
    else this.#goal = { kind: 'message', count: act.count };
    this.#isHeld = false;
  }

  /** Called every `TICK_MS`: plays, and posts what changed. */
  tick(): void {
    const nowMs = this.#input.monotonicMs();
    const realMs = Math.min(MAX_REAL_MS, nowMs - this.#tickedMs);
    this.#tickedMs = nowMs;
    const isLate = (): boolean => this.#input.monotonicMs() - nowMs >= BUSY_MS;
    if (this.#isBehind) this.#isBehind = !this.#catchUp(isLate);
    if (!this.#isBehind && this.#goal !== null) this.#advance(this.#goal, realMs, isLate);
    if (this.#isOver) this.#goal = null;
    if (this.#goal?.kind !== 'event') this.#focus?.takeRaised();
    this.#collect();
    this.#requestRows();
    this.#postState();
  }

  /** Everybody to the instant; false while somebody is not there. */
  #catchUp(isLate: () => boolean): boolean {
    const played = [...this.#instruments.values()].map((one) => one.playUntil(this.#atMs, isLate));
    const isThere = played.length > 0 && played.every((one) => one === 'reached');
    if (isThere) this.#isBuilt = true;
    return isThere;
  }

  /** The recording of the instrument is over. */
  get #isOver(): boolean {
    return this.#focus?.rows.isOver === true && !this.#isBehind;
  }

  get #focus(): ReplayedInstrument | undefined {
    return this.#instruments.get(this.#input.instrumentId);
  }

  #advance(goal: Goal, realMs: number, isLate: () => boolean): void {
    this.#isHeld = false;
    if (goal.kind === 'message') this.#playMessages(goal, isLate);
    else if (goal.kind === 'event') this.#seekEvent(goal.types, isLate);
    else if (goal.kind === 'until') {
      this.#runTo(Math.min(goal.timeMs, this.#atMs + MAX_TICK_MS), isLate);
      if (this.#atMs >= goal.timeMs && !this.#isBehind) this.#goal = null;
    } else this.#runTo(this.#atMs + (this.#speed === 'max' ? MAX_TICK_MS : realMs * this.#speed), isLate);
    if (this.#goal !== null && this.#limitMs - this.#atMs <= EDGE_MS) this.#stopAtLimit();
  }

  /** Runs in slices, so that instruments stay together. */
  #runTo(targetMs: number, isLate: () => boolean): void {
    const stopMs = Math.min(targetMs, this.#limitMs);
    while (this.#atMs < stopMs && this.#focus?.rows.isOver !== true) {
      const minute = Math.floor(this.#atMs / MINUTE_MS);
      this.#atMs = Math.min(stopMs, this.#atMs + SLICE_MS);
      this.#isBehind = !this.#catchUp(isLate);
      if (this.#isBehind || isLate()) return;
      // Each bar that closes is published by itself
      if (Math.floor(this.#atMs / MINUTE_MS) !== minute) this.#collect();
    }
  }

  /** Message by message, so that the instant is that of the event. */
  #seekEvent(types: readonly FlowEventType[], isLate: () => boolean): void {
    const stopMs = this.#atMs + MAX_TICK_MS;
    while (!isLate() && this.#atMs <= stopMs) {
      if (!this.#playMessage()) return;
      if (this.#focus?.takeRaised().some((type) => types.includes(type)) !== true) continue;
      this.#goal = null;
      return;
    }
  }

  #playMessages(goal: Extract<Goal, { kind: 'message' }>, isLate: () => boolean): void {
    while (goal.count > 0 && !isLate()) {
      if (!this.#playMessage()) return;
      goal.count -= 1;
    }
    if (goal.count === 0) this.#goal = null;
  }

  /** The next message of the instrument, the others up to its time. False: it is not there yet, or may not be played. */
  #playMessage(): boolean {
    const focus = this.#focus;
    const nextMs = focus?.rows.nextMs() ?? null;
    if (focus === undefined || nextMs === null) return false;
    if (nextMs > this.#limitMs) {
      this.#stopAtLimit();
      return false;
    }
    this.#atMs = Math.max(this.#atMs, nextMs);
    const others = [...this.#instruments.values()].filter((one) => one !== focus);
    const played: Played[] = others.map((one) => one.playUntil(this.#atMs, () => false));
    return focus.playMessage() === 'reached' && played.every((one) => one === 'reached');
  }

  /** A step ends here; playing goes on as the limit rises. */
  #stopAtLimit(): void {
    this.#isHeld = true;
    if (this.#goal?.kind !== 'play') this.#goal = null;
  }

  #collect(): void {
    for (const instrument of this.#instruments.values()) {
      const update = instrument.collect();
      if (update !== null) this.#input.post({ kind: 'update', update });
    }
  }

  #requestRows(): void {
    for (const [instrumentId, { rows }] of this.#instruments) {
      const requested = this.#requested.get(instrumentId) ?? 0;
      if (requested > 0 || rows.waiting >= MIN_WAITING || rows.isOver) continue;
      this.#requested.set(instrumentId, requested + 1);
      this.#input.post({ kind: 'more', instrumentId });
    }
  }

  #mode(): PlayerState['mode'] {
    if (!this.#isBuilt) return this.#failure === null ? 'building' : 'failed';
    if (this.#isOver) return this.#failure === null ? 'ended' : 'failed';
    if (this.#isHeld) return 'held';
    if (this.#goal === null) return 'paused';
    return this.#goal.kind === 'play' ? 'playing' : 'stepping';
  }

  #postState(): void {
    const focus = this.#focus;
    const state: PlayerState = {
      atMs: this.#atMs,
      mode: this.#mode(),
      speed: this.#speed,
      firstMs: focus?.firstMs ?? null,
      previousMs: focus?.previousMs ?? null,
      messages: focus?.messages ?? 0,
      failure: this.#failure,
    };
    const text = JSON.stringify(state);
    if (text === this.#posted) return;
    this.#posted = text;
    this.#input.post({ kind: 'state', state });
  }

  close(): void {
    for (const instrument of this.#instruments.values()) instrument.close();
  }
}
