/** Where work waits for one of a few servers, first come first served: a process, the cores of a machine, a network card. */
import type { EventQueue } from './event-queue.ts';

export class Station {
  readonly #queue: EventQueue;
  /** When each server is free. */
  readonly #freeMs: number[];
  #workMs = 0;

  constructor(queue: EventQueue, servers = 1) {
    this.#queue = queue;
    this.#freeMs = Array.from({ length: servers }, () => 0);
  }

  /** `done` is called when the work is finished. */
  serve(workMs: number, done: () => void = () => undefined): void {
    let first = 0;
    for (const [server, freeMs] of this.#freeMs.entries())
      if (freeMs < (this.#freeMs[first] ?? 0)) first = server;
    const endMs = Math.max(this.#queue.nowMs, this.#freeMs[first] ?? 0) + workMs;
    this.#freeMs[first] = endMs;
    this.#workMs += workMs;
    this.#queue.at(endMs, done);
  }

  /** Work that came since the beginning, as a share of what its servers can do: above 1 more than they can. */
  loadAt(nowMs: number): number {
    return this.#workMs / (nowMs * this.#freeMs.length);
  }
}
