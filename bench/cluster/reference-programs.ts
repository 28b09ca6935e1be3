/** The reference programs of the fan-out, outside the repository: built into the folder of the run, and run there. */
import { execFile, spawn } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { freePorts } from '#tests/drive/free-ports.ts';
import type { GuardedRun } from './guarded-run.ts';

const runFile = promisify(execFile);
const STARTING_MS = 1200;

export interface ReferenceRun {
  readonly microsPerMessage: number;
  readonly messagesPerSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
}

export interface RunningClient {
  /** All sockets are open, and it counts from here on. */
  readonly started: Promise<void>;
  /** Its last line. */
  readonly ended: Promise<string>;
  stop(): void;
}

export class ReferencePrograms {
  readonly #folder: string;
  readonly #run: GuardedRun;
  /** False where socket.io was not given. */
  readonly hasSocketIo: boolean;

  private constructor(run: GuardedRun, folder: string, hasSocketIo: boolean) {
    this.#run = run;
    this.#folder = folder;
    this.hasSocketIo = hasSocketIo;
  }

  /** `modules` is a folder `node_modules` with ws and socket.io; empty where there is none. */
  static async build(run: GuardedRun, sources: string, modules: string): Promise<ReferencePrograms> {
    const folder = join(run.folder, 'reference');
    mkdirSync(folder);
    for (const name of ['client', 'floor'])
      await runFile('gcc', ['-O2', '-o', join(folder, name), join(sources, `${name}.c`)]);
    const hasSocketIo = existsSync(join(modules, 'socket.io'));
    if (hasSocketIo) {
      copyFileSync(join(sources, 'server.mjs'), join(folder, 'server.mjs'));
      symlinkSync(modules, join(folder, 'node_modules'));
    }
    return new ReferencePrograms(run, folder, hasSocketIo);
  }

  /** Sockets that read until they are stopped, or for so many seconds. */
  startClient(port: number, sockets: number, seconds: number, words: readonly string[]): RunningClient {
    const client = spawn(join(this.#folder, 'client'), [`${port}`, `${sockets}`, `${seconds}`, ...words]);
    this.#run.guard(client.pid);
    let output = '';
    const started = Promise.withResolvers<void>();
    const ended = Promise.withResolvers<string>();
    client.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
      if (output.includes('START')) started.resolve();
    });
    client.stderr.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    client.once('exit', () => {
      started.reject(
        new Error(`the client of the reference did not open its sockets: ${output.slice(-300)}`),
      );
      ended.resolve(output.trim().split('\n').at(-1) ?? '');
    });
    started.promise.catch(() => undefined);
    return { started: started.promise, ended: ended.promise, stop: () => client.kill('SIGKILL') };
  }

  /** A server with one frame of so many bytes ten times a second to each socket. */
  async measure(
    server: 'floor' | 'sio',
    sockets: number,
    seconds: number,
    bytes: number,
  ): Promise<ReferenceRun> {
    const port = await freePorts(1);
    const own = [`${port}`, '10', `${bytes}`];
    const child =
      server === 'floor'
        ? spawn(join(this.#folder, 'floor'), own)
        : spawn(process.execPath, [join(this.#folder, 'server.mjs'), server, ...own]);
    this.#run.guard(child.pid);
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => {
        output += chunk.toString();
      });
    await wait(STARTING_MS);
    try {
      const client = this.startClient(port, sockets, seconds, [server === 'floor' ? 'ws' : 'sio']);
      await client.started;
      return { ...windowsOf(output, sockets, await client.ended, () => output) };
    } finally {
      child.kill('SIGKILL');
    }
  }
}

/** The median of the server's own windows of two seconds in which every socket was there, without the first and the last one. */
function windowsOf(_before: string, sockets: number, end: string, output: () => string): ReferenceRun {
  const costs = output()
    .split('\n')
    .filter((line) => line.includes(`conns=${sockets} `))
    .slice(1, -1)
    .map((line) => Number(/us\/msg=([\d.]+)/.exec(line)?.[1]))
    .sort((one, other) => one - other);
  const [, rate, p50, p99] = /frames\/s=(\d+).*p50ms=([\d.]+) p99ms=([\d.]+)/.exec(end) ?? [];
  const microsPerMessage = costs[costs.length >> 1];
  if (microsPerMessage === undefined || rate === undefined)
    throw new Error(`the reference answered in unknown words: ${end}\n${output().slice(-500)}`);
  return { microsPerMessage, messagesPerSecond: Number(rate), p50Ms: Number(p50), p99Ms: Number(p99) };
}
