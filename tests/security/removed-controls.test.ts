/** Takes each control of the security floor out of a copy of the product, and demands that its test fails there. */
import { spawnSync } from 'node:child_process';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { SecurityControl } from './security-control.ts';
import { SECURITY_CONTROLS } from './security-controls.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Copied: what tests and product are made of. Built and installed things are linked. */
const COPIED = [
  'apps',
  'packages',
  'tests',
  'docs',
  'package.json',
  'package-lock.json',
  'tsconfig.base.json',
  'tsconfig.json',
  'vitest.config.ts',
];
const LEFT_OUT = new Set(['node_modules', 'dist', '.data']);
/** Every one in `npm run test:long`; else a quick one, so that the machinery itself stays proven. */
const TAKEN_OUT =
  process.env['LONG_TESTS'] === '1'
    ? SECURITY_CONTROLS
    : SECURITY_CONTROLS.filter(({ says }) => /^T39 /.test(says));

let copy: string;

/** The workspace packages are linked into the copy, everything else to what is installed. */
function linkModules(): void {
  const installed = join(root, 'node_modules');
  const linked = join(copy, 'node_modules');
  mkdirSync(join(linked, '@undertow'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@undertow') symlinkSync(join(installed, name), join(linked, name));
  }
  for (const parent of ['apps', 'packages']) {
    for (const name of readdirSync(join(copy, parent))) {
      symlinkSync(join(copy, parent, name), join(linked, '@undertow', name));
    }
  }
}

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'removed-controls-'));
  for (const name of COPIED) {
    cpSync(join(root, name), join(copy, name), {
      recursive: true,
      filter: (from) => !LEFT_OUT.has(basename(from)),
    });
  }
  symlinkSync(join(root, 'apps/web/dist'), join(copy, 'apps/web/dist'));
  linkModules();
});
afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Runs one test in the copy. */
function run({ testFile, test: title }: SecurityControl): {
  readonly passed: boolean;
  readonly said: string;
} {
  const vitest = join(root, 'node_modules/vitest/vitest.mjs');
  const pattern = title.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
  const { LONG_TESTS: _, ...environment } = process.env;
  const ended = spawnSync(
    process.execPath,
    [vitest, 'run', '--project', 'node', testFile, '-t', pattern, '--reporter=default'],
    {
      cwd: copy,
      encoding: 'utf8',
      env: { ...environment, VITEST: undefined, NO_COLOR: '1' },
      timeout: 300_000,
    },
  );
  return { passed: ended.status === 0, said: ended.stdout + ended.stderr };
}

const times = (text: string, part: string): number => text.split(part).length - 1;

describe.each(SECURITY_CONTROLS.map((one) => [one.says, one] as const))('%s', (_says, one) => {
  test('the control occurs in its file once, and its test in another', () => {
    expect(times(readFileSync(join(root, one.file), 'utf8'), one.control)).toBe(1);
    expect(readFileSync(join(root, one.testFile), 'utf8')).toContain(one.test);
  });
});

describe.each(TAKEN_OUT.map((one) => [one.says, one] as const))('without: %s', (_says, one) => {
  test('its test fails, and passes again with it', { timeout: 900_000 }, () => {
    const file = join(copy, one.file);
    const whole = readFileSync(file, 'utf8');
    const intact = run(one);
    expect(intact.passed, intact.said).toBe(true);
    // A title that no test has would pass for the wrong reason
    expect(intact.said).toMatch(/Tests\D+[1-9]\d* passed/);
    writeFileSync(
      file,
      whole.replace(one.control, () => one.without),
    );
    const broken = run(one);
    writeFileSync(file, whole);
    expect(broken.passed, broken.said).toBe(false);
    expect(broken.said).toMatch(/Tests\D+[1-9]\d* failed/);
  });
});
