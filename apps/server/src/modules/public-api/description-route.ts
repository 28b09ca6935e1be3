/** The description of the public API, for anybody. */
import { readFileSync } from 'node:fs';
import { API_PREFIX } from '@undertow/contracts';
import type { FastifyInstance } from 'fastify';

const DESCRIPTION = readFileSync(new URL('openapi-v1.json', import.meta.url), 'utf8');

export function bindDescriptionRoute(app: FastifyInstance): void {
  const config = { access: 'public' } as const;
  app.get(`${API_PREFIX}/openapi.json`, { schema: { hide: true }, config }, (_request, reply) =>
    // Clients are generated from it by tools and pages of any origin
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=300')
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .send(DESCRIPTION),
  );
}
