/** Runs chosen test files in their order, until the time is over; what has not begun by then is left. */
import { join, relative } from 'node:path';
import {
  type CliOptions,
  createVitest,
  type TestModule,
  type TestSpecification,
  type Vitest,
} from 'vitest/node';

export interface TestOutcome {
  readonly files: number;
  readonly passed: number;
  readonly failed: number;
  /** Not finished in time: paths from the root. */
  readonly unfinished: readonly string[];
}

export interface TestRun {
  readonly root: string;
  /** Paths from the root, in the order in which they run. */
  readonly files: readonly string[];
  /** On the clock of `performance.now()`. */
  readonly endMs: number;
}

/** A test that runs at the end of the time may finish within this. */
const GRACE_MS = 3000;

function sequencerOf(root: string, files: readonly string[]) {
  const places = new Map(files.map((path, at) => [path, at]));
  const placeOf = ({ moduleId }: TestSpecification): number => places.get(relative(root, moduleId)) ?? 0;
  return class {
    sort(specifications: TestSpecification[]): TestSpecification[] {
      return specifications.toSorted((one, other) => placeOf(one) - placeOf(other));
    }

    shard(specifications: TestSpecification[]): TestSpecification[] {
      return specifications;
    }
  };
}

/** Ends the run softly, then hard; the returned function prevents both. */
function endAt(vitest: Vitest, endMs: number): () => void {
  const end = (): void => void vitest.cancelCurrentRun('keyboard-input').catch(() => undefined);
  const rest = Math.max(0, endMs - performance.now());
  const timers = [setTimeout(end, rest), setTimeout(end, rest + GRACE_MS)];
  return () => timers.forEach(clearTimeout);
}

function count(modules: readonly TestModule[], state: 'passed' | 'failed'): number {
  return modules
    .flatMap((module) => [...module.children.allTests()])
    .filter((test) => test.result().state === state).length;
}

/** A file of which a test was skipped because the time was over has not finished. */
function isUnfinished(module: TestModule): boolean {
  if (module.state() === 'pending' || module.state() === 'queued') return true;
  const tests = [...module.children.allTests()];
  return tests.some((test) => ['pending', 'skipped'].includes(test.result().state));
}

/** Files that could not be read, or not be set up or cleaned up; what was cut off may have left something behind. */
const countBroken = (modules: readonly TestModule[]): number =>
  modules.filter((module) => module.errors().length > 0 && !isUnfinished(module)).length;

export async function runTests({ root, files, endMs }: TestRun): Promise<TestOutcome> {
  const project = ['node', 'web', 'cluster'];
  const options: CliOptions = { root, watch: false, reporters: ['minimal'], project };
  // Only tests of applications open a database
  const withoutSetup = files.some((path) => path.startsWith('apps/')) ? {} : { globalSetup: [] };
  const sequence = { sequencer: sequencerOf(root, files) };
  const vitest = await createVitest({ ...options, ...withoutSetup, sequence });
  try {
    const keep = endAt(vitest, endMs);
    const { testModules: modules, unhandledErrors } = await vitest.start(
      files.map((path) => join(root, path)),
    );
    keep();
    const finished = new Set(
      modules.filter((module) => !isUnfinished(module)).map(({ moduleId }) => relative(root, moduleId)),
    );
    return {
      files: finished.size,
      passed: count(modules, 'passed'),
      failed: count(modules, 'failed') + countBroken(modules) + unhandledErrors.length,
      unfinished: files.filter((path) => !finished.has(path)),
    };
  } finally {
    await vitest.close();
  }
}
