/** Starts the process of the sandbox's Rithmic gateway from its parent: its exchanges must not starve the issuer. */
import { fork } from 'node:child_process';
import { resolve } from 'node:path';
import type { GatewaySettings } from './gateway-settings.ts';
import type { GatewayMessage } from './rithmic-process.ts';

/** 16 MB less: frames live for a moment, and only the reader of types is WebAssembly. */
const FLAGS = ['--liftoff-only', '--max-semi-space-size=1'];

export interface GatewayChild {
  readonly uri: string;
  close(): Promise<void>;
}

/** The process could not start; `code` is `EADDRINUSE` for a port that is taken. */
export class GatewayChildError extends Error {
  override readonly name = 'GatewayChildError';
  readonly code: string | null;

  constructor(message: string, code: string | null) {
    super(message);
    this.code = code;
  }
}

/** Resolves when it listens and the authority's certificate is written. Rejects with a `GatewayChildError`. */
export async function spawnGateway(settings: GatewaySettings): Promise<GatewayChild> {
  const child = fork(resolve(import.meta.dirname, 'rithmic-process.ts'), {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    execArgv: FLAGS,
  });
  let closing = false;
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  const uri = await new Promise<string>((ready, fail) => {
    child.once('message', (message: GatewayMessage) => {
      if ('uri' in message) ready(message.uri);
      else fail(new GatewayChildError(message.problem, message.code));
    });
    child.once('error', fail);
    child.once('exit', (code) =>
      fail(new GatewayChildError(`the sandbox's Rithmic gateway ended with ${code}`, null)),
    );
    child.send(settings);
  });
  child.once('exit', (code, signal) => {
    if (!closing)
      process.stderr.write(
        `The sandbox's Rithmic gateway ended with ${signal ?? code}: accounts stay without it until the next start.\n`,
      );
  });
  return {
    uri,
    async close() {
      closing = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
}
