/** Starts a part of the sandbox as a process of its own. */
import { fork } from 'node:child_process';
import type { Part, PartMessage } from './part-process.ts';

export interface PartProgram {
  readonly name: string;
  readonly script: URL;
  /** Flags of Node. */
  readonly flags: readonly string[];
  /** The consequence while the part is down. */
  readonly without: string;
}

/** The process could not start; `code` is `EADDRINUSE` for a port that is taken. */
class PartError extends Error {
  override readonly name = 'PartError';
  readonly code: string | null;
  /** The port that is taken, where a part has several. */
  readonly port: number | undefined;

  constructor(message: string, code: string | null, port?: number) {
    super(message);
    this.code = code;
    this.port = port;
  }
}

/** Resolves when it listens; rejects with the reason and its code where it does not. */
export async function spawnPart(
  { name, script, flags, without }: PartProgram,
  settings: object,
): Promise<Part> {
  const child = fork(script, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'], execArgv: [...flags] });
  let closing = false;
  const ended = new Promise<void>((done) => {
    child.once('exit', () => done());
  });
  const address = await new Promise<string>((ready, fail) => {
    child.once('message', (message: PartMessage) => {
      if ('address' in message) ready(message.address);
      else fail(new PartError(message.problem, message.code, message.port));
    });
    child.once('error', fail);
    child.once('exit', (code) => fail(new PartError(`the sandbox's ${name} ended with ${code}`, null)));
    child.send(settings);
  });
  child.once('exit', (code, signal) => {
    if (closing) return;
    process.stderr.write(
      `The sandbox's ${name} ended with ${signal ?? code}: ${without} until the next start.\n`,
    );
  });
  return {
    address,
    async close() {
      closing = true;
      child.kill('SIGTERM');
      await ended;
    },
  };
}
