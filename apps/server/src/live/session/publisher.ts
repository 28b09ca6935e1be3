/** Publishes what changed about each instrument as one update, ten times a second. */

import { isolated } from '#live/tasks/isolated.ts';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { InstrumentSession } from './instrument-session.ts';

const TICK_MS = 100;

export interface PublisherInput {
  /** The platform bus, or the one view of an account's owner. */
  deliver(update: InstrumentUpdate): void;
  /** The part of an update that may be published. */
  outgoing(update: InstrumentUpdate): InstrumentUpdate;
  sessions(): Iterable<InstrumentSession>;
  /** Called after each round, also when nothing changed: time alone makes delayed data visible. */
  afterTick(): void;
  /** Receives what one instrument's part of a round threw: it stops neither the other parts nor the rounds after it. */
  onFault(error: unknown): void;
}

export class Publisher {
  readonly #input: PublisherInput;
  readonly #timer: NodeJS.Timeout;
  #published = 0;

  constructor(input: PublisherInput) {
    this.#input = input;
    this.#timer = setInterval(() => this.tick(), TICK_MS);
  }

  /** Updates published since the start. */
  get published(): number {
    return this.#published;
  }

  tick(): void {
    const { sessions, afterTick, onFault } = this.#input;
    for (const session of sessions()) isolated(() => this.#publishNews(session), onFault);
    isolated(afterTick, onFault);
  }

  #publishNews(session: InstrumentSession): void {
    const update = session.collect();
    if (update !== null) this.publish(update);
  }

  publish(update: InstrumentUpdate): void {
    this.#published += 1;
    this.#input.deliver(this.#input.outgoing(update));
  }

  /** Publishes what the sessions still have pending and stops. */
  close(): void {
    clearInterval(this.#timer);
    this.tick();
  }
}
