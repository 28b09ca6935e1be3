/** A process that is started again when it ends, after a pause that grows while it does not stay. */
import type { ChildProcess } from 'node:child_process';
import { setTimeout as wait } from 'node:timers/promises';
import type { Guarded } from './end-processes.ts';
import { identityOf, type ProcessIdentity } from './process-identity.ts';

export interface Program {
  readonly name: string;
  /** The place of its end among others: lower ones end first. */
  readonly stage: number;
  readonly signal: NodeJS.Signals;
  spawn(): ChildProcess;
  /** Resolves when it can be used; `ended` is aborted when the process ends before. */
  untilReady(child: ChildProcess, ended: AbortSignal): Promise<void>;
  /** Why it ended, for people; null where its own output says it. */
  explain(): string | null;
}

export interface RestartPauses {
  readonly firstMs: number;
  readonly longestMs: number;
  /** A process that ran that long begins with the first pause again. */
  readonly steadyMs: number;
}

const PAUSES: RestartPauses = { firstMs: 250, longestMs: 10_000, steadyMs: 30_000 };

/** A program of the cluster could not be started; the message is for people. */
export class ProgramError extends Error {
  override readonly name = 'ProgramError';
}

interface Run {
  readonly child: ChildProcess;
  readonly identity: ProcessIdentity | null;
  readonly ended: Promise<string>;
  /** Aborted when it ended. */
  readonly whenEnded: AbortSignal;
}

function runOf(program: Program): Run {
  const child = program.spawn();
  const end = new AbortController();
  const ended = new Promise<string>((resolve) => {
    child.once('error', (error) => resolve(error.message));
    child.once('exit', (code, signal) => resolve(String(signal ?? code)));
  });
  ended.then(() => end.abort()).catch(() => undefined);
  const identity = child.pid === undefined ? null : identityOf(child.pid);
  return { child, identity, ended, whenEnded: end.signal };
}

export class SupervisedProgram {
  readonly #program: Program;
  readonly #onChange: () => void;
  readonly #pauses: RestartPauses;
  readonly #stopping = new AbortController();
  #run: Run | null = null;
  #watching: Promise<void> = Promise.resolve();

  /** `onChange` is called whenever another process runs, or none. */
  constructor(program: Program, onChange: () => void, pauses = PAUSES) {
    this.#program = program;
    this.#onChange = onChange;
    this.#pauses = pauses;
  }

  get name(): string {
    return this.#program.name;
  }

  /** The process that runs now; null between two. */
  get running(): Guarded | null {
    const identity = this.#run?.identity ?? null;
    const { stage, signal } = this.#program;
    return identity === null ? null : { ...identity, stage, signal };
  }

  /** Resolves when it is ready. Rejects with `ProgramError` when it ends before: the first start is not repeated. */
  async start(): Promise<void> {
    const run = this.#begin();
    const ready = this.#program.untilReady(run.child, run.whenEnded);
    // Only the first of the two decides; the other one's failure is known then
    ready.catch(() => undefined);
    const early = await Promise.race([ready.then(() => null), run.ended]);
    if (early !== null) {
      this.#set(null);
      const reason = this.#program.explain();
      throw new ProgramError(
        `${this.#program.name} ended with ${early} before it was ready${reason === null ? '.' : `:\n${reason}`}`,
      );
    }
    this.#watching = this.#watch(run);
  }

  /** Resolves when it has ended, at most `withinMs` and a moment later. */
  async stop(withinMs: number): Promise<void> {
    this.#stopping.abort();
    const run = this.#run;
    if (run !== null) {
      run.child.kill(this.#program.signal);
      const overdue = new AbortController();
      await Promise.race([run.ended, wait(withinMs, null, { signal: overdue.signal }).catch(() => null)]);
      overdue.abort();
      if (!run.whenEnded.aborted) run.child.kill('SIGKILL');
      await run.ended;
      this.#set(null);
    }
    await this.#watching;
  }

  #begin(): Run {
    const run = runOf(this.#program);
    this.#set(run);
    return run;
  }

  #set(run: Run | null): void {
    this.#run = run;
    this.#onChange();
  }

  async #watch(first: Run): Promise<void> {
    const { firstMs, longestMs, steadyMs } = this.#pauses;
    let [run, pauseMs] = [first, firstMs];
    while (!this.#stopping.signal.aborted) {
      const since = performance.now();
      const reason = await run.ended;
      this.#set(null);
      if (this.#stopping.signal.aborted) return;
      if (performance.now() - since >= steadyMs) pauseMs = firstMs;
      process.stderr.write(
        `${this.name} ended with ${reason}: it is started again in ${pauseMs / 1000} s.\n`,
      );
      await wait(pauseMs, null, { signal: this.#stopping.signal }).catch(() => null);
      pauseMs = Math.min(pauseMs * 2, longestMs);
      if (this.#stopping.signal.aborted) return;
      run = this.#begin();
    }
  }
}
