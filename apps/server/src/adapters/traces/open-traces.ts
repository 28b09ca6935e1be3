/** Sends spans to a collector; whatever that does, nothing else waits for it. */
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import { BatchSpanProcessor, type SpanExporter, TracerProvider } from '@opentelemetry/sdk-trace';
import type { Traces } from '#ports/cluster/traces.ts';
import type { Log } from '#ports/log.ts';
import { UpdateTraces } from './update-traces.ts';

/** A few minutes of every instrument. */
const MAX_WAITING = 2_048;
const SEND_EVERY_MS = 2_000;
/** Of a batch, repetitions included; then it is dropped. */
const ANSWER_WITHIN_MS = 3_000;
const CLOSE_WITHIN_MS = 1_000;
const WARN_EVERY_MS = 60_000;

export interface TracesInput {
  /** Base address of the collector; `/v1/traces` is added to it. */
  readonly url: string;
  readonly roles: readonly string[];
  readonly version: string;
  readonly log: Pick<Log, 'warn'>;
  monotonicMs(): number;
}

export interface OpenTraces {
  readonly traces: Traces;
  /** Sends what waits, for at most a second. */
  close(): Promise<void>;
}

/** The same exporter, whose failures are warnings, at most one a minute. */
function warning(exporter: SpanExporter, { log, monotonicMs }: TracesInput): SpanExporter {
  let warnedMs = Number.NEGATIVE_INFINITY;
  return {
    export(spans, done) {
      exporter.export(spans, (result) => {
        if (result.error !== undefined && monotonicMs() - warnedMs >= WARN_EVERY_MS) {
          warnedMs = monotonicMs();
          log.warn({ err: result.error, spans: spans.length }, 'traces were not sent');
        }
        done(result);
      });
    },
    shutdown: () => exporter.shutdown(),
  };
}

export function openTraces(input: TracesInput): OpenTraces {
  const { url, roles, version, monotonicMs } = input;
  const sender = new OTLPTraceExporter({
    url: `${url.replace(/\/+$/, '')}/v1/traces`,
    timeoutMillis: ANSWER_WITHIN_MS,
  });
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': 'undertow',
      'service.version': version,
      'undertow.roles': [...roles],
      'process.pid': process.pid,
    }),
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: warning(sender, input),
        maxQueueSize: MAX_WAITING,
        scheduledDelayMillis: SEND_EVERY_MS,
        exportTimeoutMillis: ANSWER_WITHIN_MS + CLOSE_WITHIN_MS,
      }),
    ],
  });
  return {
    traces: new UpdateTraces(provider.getTracer('undertow'), monotonicMs),
    async close(): Promise<void> {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, CLOSE_WITHIN_MS);
      // What failed was a warning already
      await Promise.race([provider.shutdown().catch(() => undefined), late.promise]);
      clearTimeout(timer);
    },
  };
}
