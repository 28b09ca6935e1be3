/** The contact for reports of vulnerabilities: `/.well-known/security.txt` (RFC 9116). */
import { DAY_MS } from '@undertow/market';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '#ports/clock.ts';

/** The file is read again by who needs it: RFC 9116 recommends less than a year. */
const VALID_DAYS = 180;

export interface SecurityFileParts {
  readonly publicOrigin: string;
  readonly supportEmail: string;
  readonly clock: Clock;
}

/** Whole days, so that the file of one day is the same for everybody. */
function expiryAt(nowMs: number): string {
  const dayMs = Math.floor(nowMs / DAY_MS) * DAY_MS;
  return new Date(dayMs + VALID_DAYS * DAY_MS).toISOString();
}

export function bindSecurityFile(http: FastifyInstance, parts: SecurityFileParts): void {
  const { publicOrigin, supportEmail, clock } = parts;
  http.get('/.well-known/security.txt', { schema: { hide: true } }, (_request, reply) => {
    const lines = [
      `Contact: mailto:${supportEmail}`,
      `Expires: ${expiryAt(clock.nowMs())}`,
      'Preferred-Languages: en',
      `Canonical: ${publicOrigin}/.well-known/security.txt`,
      '',
    ];
    return reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(lines.join('\n'));
  });
}
