/** Traces of single updates on their way from the feed to the sockets: each step is a span, the child of the one before. */
import type { InstrumentUpdate } from '#ports/bus.ts';

/** Steps that take their time; what is over at once is `begin` and `deliver`. */
export type TracedStep = 'wire.publish' | 'view.fold' | 'socket.flush';

export interface TraceSpan {
  /** Its context as W3C Trace Context writes it, for the steps in another process. */
  readonly traceparent: string;
  /** `sockets`: how many were written to. */
  end(sockets?: number): void;
}

/** Left out wherever it is an input: then nothing is traced. */
export interface Traces {
  /** The update is published now, `ageMs` after its newest row. Few are traced; the others are passed over here. */
  begin(update: InstrumentUpdate, ageMs: number): void;
  /** The update was read from the wire now, which stored it at `storedMs`. */
  deliver(update: InstrumentUpdate, traceparent: string, storedMs: number): void;
  /** Begins a step of an update that is traced; null for the others, which are nearly all. */
  step(update: InstrumentUpdate, name: TracedStep): TraceSpan | null;
}
