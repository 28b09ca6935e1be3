/** The log: one JSON line an event, secrets left out by name and, while they are open in this process, by value. */
import {
  type DestinationStream,
  type Logger,
  type LoggerOptions,
  pino,
  type SerializedError,
  stdSerializers,
} from 'pino';
import type { Config } from './config.ts';
import { withoutOpenSecrets } from './secret-values.ts';

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

/** A failed statement carries the values that were bound to it: mail addresses, ids. Only its text is kept. */
function withoutValues(error: Error): SerializedError {
  const { params: _, ...shown } = stdSerializers.err(error);
  const [message = ''] = shown.message.split('\nparams: ', 1);
  const [head = '', ...rest] = shown.stack.split('\nparams: ');
  const frames = rest
    .join('\n')
    .split('\n')
    .filter((line) => /^(\s+at |caused by: )/.test(line));
  return { ...shown, message, stack: [head, ...frames].join('\n') };
}

/** Writes to the standard output unless told where. */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: { err: withoutValues },
  };
  const out = destination ?? pino.destination(1);
  return pino(options, { write: (line) => out.write(withoutOpenSecrets(line)) });
}
