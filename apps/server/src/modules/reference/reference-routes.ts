/** The reference of the API: the OpenAPI document made from the contracts, and a page that lists it. */
import type { FastifyInstance } from 'fastify';

interface Operation {
  readonly summary?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: unknown;
  }[];
  readonly requestBody?: unknown;
  readonly responses?: Readonly<Record<string, unknown>>;
}

type Paths = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}

function block(title: string, value: unknown): string {
  return `<h4>${title}</h4><pre>${escapeHtml(JSON.stringify(value, null, 2))}</pre>`;
}

function operationHtml(path: string, method: string, operation: Operation): string {
  const parts = [
    operation.parameters === undefined ? '' : block('Parameters', operation.parameters),
    operation.requestBody === undefined ? '' : block('Body', operation.requestBody),
    operation.responses === undefined ? '' : block('Responses', operation.responses),
  ];
  const title = `<b>${method.toUpperCase()}</b> <code>${escapeHtml(path)}</code> ${escapeHtml(operation.summary ?? '')}`;
  return `<details><summary>${title}</summary>${parts.join('')}</details>`;
}

function page(paths: Paths): string {
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => operationHtml(path, method, operation)),
  );
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>API reference · Undertow</title><style>:root{color-scheme:light dark}body{font:15px/1.5 system-ui,sans-serif;max-width:60rem;margin:2rem auto;padding:0 1rem}
summary{cursor:pointer;padding:.4rem 0}pre{overflow:auto;font-size:12px}</style></head><body><main><h1>API reference</h1>
<p>Made from the contracts; the same as <a href="/api/openapi.json">OpenAPI</a>. Calls carry the session cookie of a signed-in user.</p>
${operations.join('\n')}</main></body></html>`;
}

export function bindReferenceRoutes(app: FastifyInstance): void {
  const config = { access: 'public' } as const;
  app.get('/api/openapi.json', { schema: { hide: true }, config }, () => app.swagger());

  app.get('/api/docs', { schema: { hide: true }, config }, (_request, reply) => {
    const paths = (app.swagger().paths ?? {}) as Paths;
    return reply.type('text/html; charset=utf-8').send(page(paths));
  });
}
