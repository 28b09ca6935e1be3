/** Makes the spans of traced updates, and knows the context of each by its object. */
import {
  type Context,
  isSpanContextValid,
  ROOT_CONTEXT,
  type Span,
  type SpanContext,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import type { InstrumentUpdate } from '#ports/bus.ts';
import type { TracedStep, TraceSpan, Traces } from '#ports/cluster/traces.ts';

/** Between two traced updates of an instrument. */
const EVERY_MS = 10_000;

/** Version, trace, span and flags of W3C Trace Context. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

function writeContext({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-${traceFlags.toString(16).padStart(2, '0')}`;
}

/** Null for what is none. */
function readContext(traceparent: string): Context | null {
  const [, traceId = '', spanId = '', flags = ''] = TRACEPARENT.exec(traceparent) ?? [];
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16), isRemote: true };
  return isSpanContextValid(context) ? trace.setSpanContext(ROOT_CONTEXT, context) : null;
}

export class UpdateTraces implements Traces {
  readonly #tracer: Tracer;
  readonly #monotonicMs: () => number;
  /** When an update of an instrument was last traced. */
  readonly #tracedMs = new Map<number, number>();
  /** Of the latest step of each traced update. */
  readonly #contexts = new WeakMap<InstrumentUpdate, Context>();

  constructor(tracer: Tracer, monotonicMs: () => number) {
    this.#tracer = tracer;
    this.#monotonicMs = monotonicMs;
  }

  begin(update: InstrumentUpdate, ageMs: number): void {
    // Of history there are thousands at once, and nobody waits for one
    if (update.backfill) return;
    const nowMs = this.#monotonicMs();
    const tracedMs = this.#tracedMs.get(update.instrumentId) ?? Number.NEGATIVE_INFINITY;
    if (nowMs - tracedMs < EVERY_MS) return;
    this.#tracedMs.set(update.instrumentId, nowMs);
    this.#start(update, 'market.update', ROOT_CONTEXT, new Date(Date.now() - ageMs)).end();
  }

  deliver(update: InstrumentUpdate, traceparent: string, storedMs: number): void {
    const parent = readContext(traceparent);
    if (parent === null) return;
    // By another machine's clock, which may be ahead
    this.#start(update, 'wire.deliver', parent, new Date(Math.min(storedMs, Date.now()))).end();
  }

  step(update: InstrumentUpdate, name: TracedStep): TraceSpan | null {
    const parent = this.#contexts.get(update);
    if (parent === undefined) return null;
    const span = this.#start(update, name, parent);
    return {
      traceparent: writeContext(span.spanContext()),
      end(sockets) {
        if (sockets !== undefined) span.setAttribute('sockets', sockets);
        span.end();
      },
    };
  }

  #start(update: InstrumentUpdate, name: string, parent: Context, startTime?: Date): Span {
    const { instrumentId: instrument, sequence, run } = update;
    const options = { attributes: { instrument, sequence, run }, ...(startTime && { startTime }) };
    const span = this.#tracer.startSpan(name, options, parent);
    this.#contexts.set(update, trace.setSpan(parent, span));
    return span;
  }
}
