/** Breaches every wall on purpose, in a copy of the configuration, and expects the linter to refuse it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const biome = join(root, 'node_modules/.bin/biome');

/** What holds; a file that breaks it; its code; the rule that must refuse it, or null for a control that must pass. */
type Probe = readonly [says: string, file: string, code: string, rule: string | null];

const GLOBALS = 'lint/style/noRestrictedGlobals';
/** What the rules of `*.grit` beside this file report. */
const ELEMENT_ASSERTIONS = 'plugin';
const WALLS: Readonly<Record<string, string>> = {
  undeclared: 'lint/correctness/noUndeclaredDependencies',
  restricted: 'lint/style/noRestrictedImports',
};

const CODE_PROBES: readonly Probe[] = [
  [
    'a pure package reads no clock',
    'packages/market/src/p2.ts',
    'export const now = (): number => Date.now();\n',
    GLOBALS,
  ],
  [
    'a pure package does not wait',
    'packages/simulator/src/p2.ts',
    'export const later = (): unknown => setTimeout(() => undefined, 1);\n',
    GLOBALS,
  ],
  [
    'only config reads the environment',
    'apps/server/src/http/p3.ts',
    "export const home = process.env['HOME'];\n",
    'lint/style/noProcessEnv',
  ],
  [
    'config reads the environment',
    'apps/server/src/config/config.ts',
    "export const home = process.env['HOME'];\n",
    null,
  ],
  ['no any', 'packages/market/src/p3.ts', 'export const a: any = 1;\n', 'lint/suspicious/noExplicitAny'],
  [
    'no non-null assertion of a value',
    'packages/market/src/p4.ts',
    'export const a = (b: string | null): string => b!;\n',
    ELEMENT_ASSERTIONS,
  ],
  [
    'no non-null assertion of a result',
    'packages/market/src/p8.ts',
    'export const a = (b: Map<string, string>): string => b.get("c")!;\n',
    ELEMENT_ASSERTIONS,
  ],
  [
    'an element that is there may be asserted',
    'packages/market/src/p9.ts',
    'export function a(b: Int32Array): number {\n  b[0]! += 1;\n  return b[0]!;\n}\n',
    null,
  ],
  ['no enum', 'packages/market/src/p5.ts', 'export enum A {\n  b = 1,\n}\n', 'lint/style/noEnum'],
  ['no default export', 'packages/market/src/p6.ts', 'export default 1;\n', 'lint/style/noDefaultExport'],
  [
    'no console in the product',
    'apps/server/src/live/p3.ts',
    "export const say = (): void => console.log('x');\n",
    'lint/suspicious/noConsole',
  ],
  [
    'files are kebab-case',
    'packages/market/src/OrderBook.ts',
    'export const a = 1;\n',
    'lint/style/useFilenamingConvention',
  ],
  [
    'a file has at most 300 lines',
    'packages/market/src/p7.ts',
    Array.from({ length: 301 }, (_, i) => `export const a${i} = ${i};`).join('\n'),
    'lint/style/noExcessiveLinesPerFile',
  ],
  [
    'no floating promise',
    'apps/server/src/live/p4.ts',
    'async function a(): Promise<void> {}\nexport function b(): void {\n  a();\n}\n',
    'lint/nursery/noFloatingPromises',
  ],
];

/** The walls between folders, one import a line. */
const IMPORT_PROBES: readonly Probe[] = readFileSync(new URL('./import-walls.txt', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line) => line.split('|').map((cell) => cell.trim()))
  .map(([says = '', file = '', imported = '', rule = '']): Probe => {
    const [name = '', from = ''] = imported.split(' from ');
    const code = `import { ${name} } from '${from}';\nexport const probe = ${name};\n`;
    return [says, file, code, rule === '-' ? null : (WALLS[rule] ?? rule)];
  });

const PROBES = [...IMPORT_PROBES, ...CODE_PROBES];

let copy = '';
let found: Map<string, Set<string>>;

beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'undertow-walls-'));
  for (const name of [
    'biome.json',
    'biome.walls.json',
    'package.json',
    'tests/codebase/element-assertions.grit',
  ])
    cpSync(join(root, name), join(copy, name));
  for (const floor of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, floor))) {
      mkdirSync(join(copy, floor, name), { recursive: true });
      cpSync(join(root, floor, name, 'package.json'), join(copy, floor, name, 'package.json'));
    }
  }
  for (const [, file, code] of PROBES) {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), code);
  }
  found = lint(copy);
});

afterAll(() => rmSync(copy, { recursive: true, force: true }));

/** Rules broken by file, as Biome reports them. */
function lint(folder: string): Map<string, Set<string>> {
  const args = ['lint', '--reporter=json', '--max-diagnostics=none', '.'];
  const run = spawnSync(biome, args, { cwd: folder, encoding: 'utf8' });
  const report: { diagnostics: { category: string; location: { path: string | { file: string } } }[] } =
    JSON.parse(run.stdout);
  const rules = new Map<string, Set<string>>();
  for (const { category, location } of report.diagnostics) {
    const path = typeof location.path === 'string' ? location.path : location.path.file;
    rules.set(path, (rules.get(path) ?? new Set()).add(category));
  }
  return rules;
}

test('there are walls to try', () => {
  expect(IMPORT_PROBES.length).toBeGreaterThan(20);
});

test.each(PROBES)('%s', (_says, file, _code, rule) => {
  const broken = [...(found.get(file) ?? [])];
  const walls = [...Object.values(WALLS), GLOBALS, ELEMENT_ASSERTIONS, 'lint/style/noProcessEnv'];
  if (rule === null) expect(broken.filter((name) => walls.includes(name))).toEqual([]);
  else expect(broken).toContain(rule);
});
