/** The C++ books that ours is measured against: built from their sources outside the repository, when both are there. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SOURCES = fileURLToPath(new URL('../../../../../../shared/perf-reference/engine/', import.meta.url));

export interface ReferenceRun {
  readonly millionPerSecond: number;
  readonly state: string;
}

export class ReferenceEngine {
  /** File of the reference workload: 5,020,000 records, seed 42. */
  readonly streamPath: string;
  readonly #program: string;

  private constructor(folder: string) {
    this.streamPath = join(folder, 'mbo.bin');
    this.#program = join(folder, 'native');
  }

  /** Builds into `folder`. Returns the reason in words when sources or compiler are not there. */
  static async build(folder: string): Promise<ReferenceEngine | string> {
    if (!existsSync(join(SOURCES, 'native.cpp'))) {
      return 'the folder shared/perf-reference is not beside the checkout';
    }
    try {
      await run('g++', ['--version']);
    } catch {
      return 'g++ is not installed';
    }
    const engine = new ReferenceEngine(folder);
    const generator = join(folder, 'gen');
    await run('g++', ['-O3', '-march=native', '-o', generator, join(SOURCES, 'gen.cpp')]);
    await run('g++', [
      '-O3',
      '-march=native',
      '-std=c++17',
      '-o',
      engine.#program,
      join(SOURCES, 'native.cpp'),
    ]);
    await run(generator, [engine.streamPath, '5000000', '42']);
    return engine;
  }

  /** Five passes of the whole workload in a process of its own; the program prints their median. */
  async measure(book: 'ladder' | 'map'): Promise<ReferenceRun> {
    const { stdout } = await run(this.#program, [this.streamPath, '5', book]);
    const rate = /RESULT \S+ ([\d.]+)/.exec(stdout);
    const state = /state (.*) ck=/.exec(stdout);
    if (rate === null || state === null) {
      throw new Error(`the reference program answered in unknown words: ${stdout.slice(0, 200)}`);
    }
    return { millionPerSecond: Number(rate[1]), state: state[1]! };
  }
}
