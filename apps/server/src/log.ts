/** The log: one JSON line an event, secrets left out by name. */
import { type Logger, pino } from 'pino';
import type { Config } from './config.ts';

const SECRET_NAMES = [
  'password',
  'secret',
  'clientSecret',
  'cookieKey',
  'cookie',
  'authorization',
  'codeVerifier',
  'token',
  'id_token',
  'access_token',
  'email',
  'firstName',
];

/** Secrets stand at the top of a record, one level or two levels down. */
const REDACTED = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

export function createLog(level: Config['logLevel']): Logger {
  return pino({
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '[redacted]' },
  });
}
