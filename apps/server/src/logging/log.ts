/** The log: one JSON line an event, secrets left out by name and, while they are open in this process, by value. */
import { type DestinationStream, type Logger, type LoggerOptions, pino, stdSerializers } from 'pino';
import type { Config } from '#config/config.ts';
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

/** Secrets are at the top of a record, one level or two levels down. */
const REDACTED = SECRET_NAMES.flatMap((name) => [name, `*.${name}`, `*.*.${name}`]);

function isErrorLike(thrown: unknown): thrown is Error {
  return (
    typeof thrown === 'object' && thrown !== null && 'message' in thrown && typeof thrown.message === 'string'
  );
}

/**
 * A failed statement contains the values that were bound to it: mail addresses, ids. Only its text is logged. Anything
 * can be
 * thrown: a string, nothing at all, an error without a stack.
 */
function withoutValues(thrown: unknown): unknown {
  if (!isErrorLike(thrown)) return { type: typeof thrown, message: String(thrown) };
  // The pool attaches its broken connection to the error
  const { params: _params, client: _client, ...shown } = stdSerializers.err(thrown);
  const [message = ''] = String(shown.message).split('\nparams: ', 1);
  const [head = '', ...rest] = String(shown.stack ?? message).split('\nparams: ');
  const frames = rest
    .join('\n')
    .split('\n')
    .filter((line) => /^(\s+at |caused by: )/.test(line));
  return { ...shown, message, stack: [head, ...frames].join('\n') };
}

/** Lines that wait while the output fails (a full disk); later ones are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;

/**
 * The standard output. A write that fails must not end the process: what could not be written is retried with the next
 * line.
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ dest: 1, maxLength: MAX_WAITING_BYTES });
  output.on('error', () => undefined);
  return output;
}

/**
 * Writes to the standard output by default. No call throws: a line that cannot be serialised is replaced by the reason.
 */
export function createLog(level: Config['logLevel'], destination?: DestinationStream): Logger {
  const out = destination ?? standardOutput();
  const options: LoggerOptions = {
    level,
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label) => ({ level: label }) },
    redact: { paths: REDACTED, censor: '[redacted]' },
    serializers: { err: withoutValues },
    hooks: {
      logMethod(args, method) {
        try {
          method.apply(this, args);
        } catch (error) {
          reportLostLine(out, error);
        }
      },
    },
  };
  return pino(options, { write: (line) => out.write(withoutOpenSecrets(line)) });
}

function reportLostLine(out: DestinationStream, error: unknown): void {
  const reason = error instanceof Error ? error.name : typeof error;
  const line = {
    level: 'error',
    time: new Date().toISOString(),
    reason,
    msg: 'a log line could not be written',
  };
  try {
    out.write(`${JSON.stringify(line)}\n`);
  } catch {
    // The output itself fails: there is no other place to report it
  }
}
