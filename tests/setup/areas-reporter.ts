/** Prints the seconds of every area that ran completely, beside its quota; a quota that is exceeded fails nothing. */
import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import type { Reporter, TestModule, TestSpecification, Vitest } from 'vitest/node';
import { type AreaSeconds, areaOf, readQuotas } from '#tests/setup/areas.ts';

const README = new URL('../README.md', import.meta.url);

function secondsOf(module: TestModule): AreaSeconds {
  const { duration, collectDuration, setupDuration, prepareDuration } = module.diagnostic();
  const ms = duration + collectDuration + setupDuration + prepareDuration;
  // Files of a project run side by side
  return { wall: ms / 1000 / module.project.config.maxWorkers, cpu: module.meta().cpuSeconds ?? 0 };
}

const sum = (one: AreaSeconds, other: AreaSeconds): AreaSeconds => ({
  wall: one.wall + other.wall,
  cpu: one.cpu + other.cpu,
});

function line(area: string, { wall, cpu }: AreaSeconds, quota: AreaSeconds | undefined): string {
  const of = (value: number, most: number | undefined): string =>
    `${value.toFixed(0).padStart(5)} of ${String(most ?? '–').padEnd(4)}${value > (most ?? Number.POSITIVE_INFINITY) ? '!' : ' '}`;
  return `  ${area.padEnd(14)}${of(wall, quota?.wall)}  ${of(cpu, quota?.cpu)}`;
}

/** Seconds of the processors that no file should take. */
const MAX_FILE_SECONDS = 30;

/** Files that take more, the longest first. */
function heavyFiles(modules: readonly TestModule[], root: string): readonly string[] {
  const heavy = modules
    .map((module) => ({ path: relative(root, module.moduleId), cpu: module.meta().cpuSeconds ?? 0 }))
    .filter(({ cpu }) => cpu > MAX_FILE_SECONDS)
    .sort((one, other) => other.cpu - one.cpu);
  if (heavy.length === 0) return [];
  const rows = heavy.map(({ path, cpu }) => `  ${cpu.toFixed(0).padStart(5)}  ${path}`);
  return [`\nFiles above ${MAX_FILE_SECONDS} seconds of the processors`, ...rows];
}

export default class AreasReporter implements Reporter {
  readonly #missing = new Map<string, number>();
  #vitest: Vitest | null = null;
  #root = '';

  onInit(vitest: Vitest): void {
    this.#vitest = vitest;
    this.#root = vitest.config.root;
  }

  async onTestRunStart(specifications: readonly TestSpecification[]): Promise<void> {
    const all = (await this.#vitest?.globTestSpecifications()) ?? [];
    this.#missing.clear();
    for (const { moduleId } of all) this.#count(moduleId, 1);
    for (const { moduleId } of specifications) this.#count(moduleId, -1);
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    if (process.env['LONG_TESTS'] === '1') return;
    const seconds = new Map<string, AreaSeconds>();
    for (const module of modules) {
      const area = areaOf(relative(this.#root, module.moduleId));
      if (this.#missing.get(area) !== 0) continue;
      seconds.set(area, sum(seconds.get(area) ?? { wall: 0, cpu: 0 }, secondsOf(module)));
    }
    if (seconds.size === 0) return;
    const quotas = readQuotas(readFileSync(README, 'utf8'));
    const order = [...quotas.keys()];
    const rows = [...seconds].sort(([one], [other]) => order.indexOf(one) - order.indexOf(other));
    const total = rows.map(([, value]) => value).reduce(sum);
    process.stdout.write(
      [
        '\nSeconds by area, of the run and of the processor, and their quotas on two quiet cores (tests/README.md)',
        ...rows.map(([area, value]) => line(area, value, quotas.get(area))),
        line('all of these', total, undefined),
        ...heavyFiles(modules, this.#root),
        '',
      ].join('\n'),
    );
  }

  #count(path: string, step: 1 | -1): void {
    const area = areaOf(relative(this.#root, path));
    this.#missing.set(area, (this.#missing.get(area) ?? 0) + step);
  }
}
