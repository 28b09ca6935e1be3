/** For tests: a wire in memory that can be away, lose an answer, or deliver again. */

import type { Wire, WireInstrument, WireListener, WireUpdate } from '#ports/cluster/wire.ts';
import { FencedOff } from '#ports/ownership/fence.ts';

interface Stored {
  readonly update: WireUpdate;
  readonly storedMs: number;
}

export class MemoryWire implements Wire {
  readonly stored: Stored[] = [];
  readonly described: WireInstrument[] = [];
  isAway = false;
  /** The next so many updates are stored, and their publisher does not learn it. */
  lostAnswers = 0;
  readonly #nowMs: () => number;
  readonly #listeners = new Set<WireListener>();
  readonly #owners = new Map<number, number>();

  constructor(nowMs: () => number) {
    this.#nowMs = nowMs;
  }

  async publish(update: WireUpdate): Promise<void> {
    if (this.isAway) throw new Error('the wire is away');
    const { instrumentId, fence } = update;
    const owner = this.#owners.get(instrumentId) ?? 0;
    if (fence.revision < owner) throw new FencedOff(`instrument.${instrumentId}`);
    this.#owners.set(instrumentId, fence.revision);
    if (!this.stored.some((one) => one.update.id === update.id)) {
      const stored = { update, storedMs: this.#nowMs() };
      this.stored.push(stored);
      for (const listener of this.#listeners) listener.onUpdate(stored.update, stored.storedMs);
    }
    if (this.lostAnswers > 0) {
      this.lostAnswers -= 1;
      throw new Error('the answer was lost');
    }
  }

  async recent(instrumentId: number, spanMs: number): Promise<readonly WireUpdate[]> {
    if (this.isAway) throw new Error('the wire is away');
    const all = this.stored.filter(({ update }) => update.instrumentId === instrumentId);
    const fromMs = (all.at(-1)?.storedMs ?? 0) - spanMs;
    return all.filter(({ storedMs }) => storedMs >= fromMs).map(({ update }) => update);
  }

  async follow(sinceMs: number, listener: WireListener): Promise<() => Promise<void>> {
    for (const { update, storedMs } of this.stored)
      if (storedMs >= sinceMs) listener.onUpdate(update, storedMs);
    listener.onCaughtUp();
    this.#listeners.add(listener);
    return async () => void this.#listeners.delete(listener);
  }

  async describe(instrument: WireInstrument): Promise<void> {
    this.described.push(instrument);
  }

  async followInstruments(listener: (instrument: WireInstrument) => void): Promise<() => void> {
    for (const instrument of this.described) listener(instrument);
    return () => undefined;
  }
}
