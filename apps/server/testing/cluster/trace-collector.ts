/** A collector of OpenTelemetry for tests: it keeps what it is sent, and answers as the test says. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

export interface CollectedSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[];
}

interface ExportRequest {
  readonly resourceSpans: readonly {
    readonly resource: Pick<CollectedSpan, 'attributes'>;
    readonly scopeSpans: readonly { readonly spans: readonly CollectedSpan[] }[];
  }[];
}

export interface TraceCollector {
  readonly url: string;
  /** As they came. */
  readonly bodies: readonly string[];
  spans(): readonly CollectedSpan[];
  close(): Promise<void>;
}

/** `answer`: a status, or none at all. */
export async function openCollector(answer: number | 'never' = 200): Promise<TraceCollector> {
  const bodies: string[] = [];
  const server = createServer(async (request, response) => {
    if (request.url !== '/v1/traces') throw new Error(`expected /v1/traces, not ${request.url}`);
    bodies.push(await text(request));
    if (answer !== 'never') response.writeHead(answer, { 'content-type': 'application/json' }).end('{}');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    bodies,
    spans: () =>
      bodies
        .flatMap((body) => (JSON.parse(body) as ExportRequest).resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)),
    async close() {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
}
