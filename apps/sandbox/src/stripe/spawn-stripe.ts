/** Starts the process of the sandbox's Stripe from its parent. */
import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import type { StripeSettings } from './settings.ts';
import type { StripeMessage } from './stripe-process.ts';

/**
 * A small process: 44 MB of its own in place of 76. The optimising compiler is not worth its memory here, and the
 * scripts for browsers are stripped of their types by a call that Node still warns of.
 */
const FLAGS = ['--disable-warning=ExperimentalWarning', '--liftoff-only', '--max-semi-space-size=1'];

export interface StripeChild {
  readonly origin: string;
  close(): Promise<void>;
}

/** The process could not start; `code` is `EADDRINUSE` for a port that is taken. */
export class StripeChildError extends Error {
  override readonly name = 'StripeChildError';
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** Resolves when it listens. Rejects with a `StripeChildError`. */
export async function spawnStripe(settings: StripeSettings): Promise<StripeChild> {
  const child = fork(resolve(import.meta.dirname, 'stripe-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: FLAGS,
  });
  let closing = false;
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  const origin = await new Promise<string>((ready, fail) => {
    child.once('message', (message: StripeMessage) => {
      if ('origin' in message) ready(message.origin);
      else fail(new StripeChildError(message.problem, message.code));
    });
    child.once('error', fail);
    child.once('exit', (code) => fail(new StripeChildError(`the sandbox's Stripe ended with ${code}`, null)));
    child.send(settings);
  });
  child.once('exit', (code, signal) => {
    if (!closing)
      process.stderr.write(
        `The sandbox's Stripe ended with ${signal ?? code}: payments fail until the next start.\n`,
      );
  });
  return {
    origin,
    async close() {
      closing = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
}
