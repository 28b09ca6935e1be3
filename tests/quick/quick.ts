/** `npm run quick`: format, lint, types and the nearest tests of what changed, in less than 45 seconds on two cores. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { type Changes, readChanges } from '#tests/quick/changed-files.ts';
import { chooseTests, type TestFile } from '#tests/quick/choose-tests.ts';
import { readImporters } from '#tests/quick/import-graph.ts';
import { runTests } from '#tests/quick/run-tests.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
/** Tests that have not begun by then are left: with what still runs it stays below 45 seconds. */
const DEFAULT_SECONDS = '38';
/** Paths that are named; of more, the number. */
const MAX_NAMED = 12;

const USAGE = `npm run quick -- [--base REVISION] [--seconds N]
  --base     compares with where the branch left this revision (default origin/main, else the last commit)
  --seconds  tests that have not begun by then are left to npm test (default ${DEFAULT_SECONDS})`;

interface Step {
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
}

const say = (text: string): void => void process.stdout.write(`${text}\n`);

function run(name: string, program: string, args: readonly string[]): Promise<Step> {
  const startMs = performance.now();
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [join(ROOT, 'node_modules', program), ...args], { cwd: ROOT });
    let output = '';
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.once('error', reject);
    child.once('close', (code) => {
      const seconds = ((performance.now() - startMs) / 1000).toFixed(1);
      if (code !== 0) say(output);
      resolve({ name, ok: code === 0, text: `${code === 0 ? 'passed' : 'failed'} in ${seconds} s` });
    });
  });
}

/**
 * The linter knows which of them it checks. Rules of the whole project (import cycles, promises, dependencies) take twenty
 * seconds of processor for a single file: they are left to `npm test`.
 */
async function lint(files: readonly string[]): Promise<readonly Step[]> {
  if (files.length === 0) return [];
  const options = ['--no-errors-on-unmatched', '--files-ignore-unknown=true', ...files];
  const biome = '@biomejs/biome/bin/biome';
  return Promise.all([
    run('format', biome, ['format', ...options]),
    run('lint', biome, ['lint', '--skip=project', '--skip=types', ...options]),
  ]);
}

function testFiles(): readonly TestFile[] {
  return ['packages', 'apps', 'tests']
    .flatMap((folder) =>
      readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
        .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
        .map((path) => `${folder}/${path}`),
    )
    .map((path) => ({ path, isLong: readFileSync(join(ROOT, path), 'utf8').includes('LONG_TESTS') }));
}

const named = (paths: readonly string[]): string =>
  paths.length <= MAX_NAMED
    ? paths.map((path) => `\n    ${path}`).join('')
    : `${paths
        .slice(0, MAX_NAMED)
        .map((path) => `\n    ${path}`)
        .join('')}\n    and ${paths.length - MAX_NAMED} more`;

async function test({ files, deleted }: Changes, startMs: number, seconds: number): Promise<Step> {
  const chosen = chooseTests(files, deleted, testFiles(), readImporters(ROOT));
  const outcome = await runTests({ root: ROOT, files: chosen.run, endMs: startMs + seconds * 1000 });
  const left = [...outcome.unfinished, ...chosen.left];
  const took = ((performance.now() - startMs) / 1000).toFixed(1);
  const lines = [
    `${outcome.files} files, ${outcome.passed} passed, ${outcome.failed} failed, until ${took} s`,
  ];
  if (chosen.unbounded.length > 0)
    lines.push(`  concerns everything, run npm test:${named(chosen.unbounded)}`);
  if (outcome.unfinished.length > 0)
    lines.push(`  ${outcome.unfinished.length} of the chosen files did not finish in time`);
  if (left.length > 0) lines.push(`  left to npm test, of what is related:${named(left)}`);
  lines.push(
    '  left to npm test always: journeys, faults, chart, dead code, import cycles; to npm run test:long: *.long.test.ts',
  );
  return { name: 'tests', ok: outcome.failed === 0, text: lines.join('\n') };
}

async function main(): Promise<number> {
  const startMs = performance.now();
  const { values } = parseArgs({
    options: {
      base: { type: 'string' },
      seconds: { type: 'string', default: DEFAULT_SECONDS },
      help: { type: 'boolean' },
    },
  });
  if (values.help === true) {
    say(USAGE);
    return 0;
  }
  const changes = readChanges(ROOT, values.base ?? null);
  const count = changes.files.length + changes.deleted.length;
  say(`quick: ${count} changed files since ${changes.base}`);
  if (count === 0) return 0;
  const [checks, ...rest] = await Promise.all([
    lint(changes.files),
    run('types', 'typescript/bin/tsc', ['-b']),
    test(changes, startMs, Number(values.seconds)),
  ]);
  const steps = [...checks, ...rest];
  for (const { name, text } of steps) say(`${name}: ${text}`);
  const ok = steps.every((step) => step.ok);
  say(`quick: ${ok ? 'passed' : 'failed'} in ${((performance.now() - startMs) / 1000).toFixed(1)} s`);
  return ok ? 0 : 1;
}

process.exitCode = await main();
