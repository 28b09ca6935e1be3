/** A process that a test starts, reads the lines of, and kills. */
import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';

/** As the server's process: the optimising compiler takes longer for the embedded database than a short process needs it. */
const FLAGS = ['--liftoff-only', '--max-semi-space-size=4'];

export interface StartedProcess {
  readonly child: ChildProcess;
  output(): string;
  errors(): string;
  /** Whole lines so far. */
  lines(): readonly string[];
  /** Resolves with the exit code once it has ended and everything it printed has arrived. */
  readonly gone: Promise<number | null>;
  /** Resolves once there are more lines than that; throws when the process ends before. */
  untilLines(count: number): Promise<void>;
  /** Ends it at once, as a crash does. */
  kill(): Promise<void>;
}

/** Without `env` it has the environment of the test. */
export function startProcess(
  file: string,
  args: readonly string[],
  env?: Readonly<Record<string, string | undefined>>,
): StartedProcess {
  const child = spawn(process.execPath, [...FLAGS, file, ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...(env === undefined ? {} : { env }),
  });
  let output = '';
  let errors = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  child.stderr.on('data', (chunk: Buffer) => {
    errors += chunk.toString();
  });
  const gone = new Promise<number | null>((resolve) => {
    child.once('close', (code) => resolve(code));
  });
  const lines = (): readonly string[] => output.split('\n').slice(0, -1);
  return {
    child,
    output: () => output,
    errors: () => errors,
    lines,
    gone,
    async untilLines(count) {
      while (lines().length <= count) {
        if (child.exitCode !== null) throw new Error(`the process ended by itself:\n${errors}`);
        await wait(3);
      }
    },
    async kill() {
      child.kill('SIGKILL');
      await gone;
    },
  };
}
