/** Breaches every wall of the house on purpose, in a copy of its configuration, and demands that the linter refuses it. */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const biome = join(root, 'node_modules/.bin/biome');

interface Probe {
  readonly says: string;
  readonly file: string;
  readonly code: string;
  /** Rule that must refuse it; null for a control that must pass. */
  readonly rule: string | null;
}

const use = (name: string, from: string): string =>
  `import { ${name} } from '${from}';\nexport const probe = ${name};\n`;
const UNDECLARED = 'lint/correctness/noUndeclaredDependencies';
const RESTRICTED = 'lint/style/noRestrictedImports';
const GLOBALS = 'lint/style/noRestrictedGlobals';

const PROBES: readonly Probe[] = [
  {
    says: 'market imports nothing from above',
    file: 'packages/market/src/p1.ts',
    code: use('ROUTES', '@undertow/contracts'),
    rule: UNDECLARED,
  },
  {
    says: 'detection does not see the simulator',
    file: 'packages/detection/src/p1.ts',
    code: use('createSession', '@undertow/simulator'),
    rule: UNDECLARED,
  },
  {
    says: 'detection sees the simulator in a test',
    file: 'packages/detection/src/p2.test.ts',
    code: use('createSession', '@undertow/simulator'),
    rule: null,
  },
  {
    says: 'detection may see market',
    file: 'packages/detection/src/p3.ts',
    code: use('INSTRUMENTS', '@undertow/market'),
    rule: null,
  },
  {
    says: 'the simulator does not see its judge',
    file: 'packages/simulator/src/p1.ts',
    code: use('createPipeline', '@undertow/detection'),
    rule: UNDECLARED,
  },
  {
    says: 'contracts do not see detection',
    file: 'packages/contracts/src/p1.ts',
    code: use('createPipeline', '@undertow/detection'),
    rule: UNDECLARED,
  },
  {
    says: 'feeds do not see contracts',
    file: 'packages/feeds/src/p1.ts',
    code: use('ROUTES', '@undertow/contracts'),
    rule: UNDECLARED,
  },
  {
    says: 'detection never reaches the browser',
    file: 'apps/web/src/lib/p1.ts',
    code: use('createPipeline', '@undertow/detection'),
    rule: UNDECLARED,
  },
  {
    says: 'the browser does not see feeds',
    file: 'apps/web/src/lib/p2.ts',
    code: use('openDbnReplay', '@undertow/feeds'),
    rule: UNDECLARED,
  },
  {
    says: 'applications do not import each other',
    file: 'apps/sandbox/src/p1.ts',
    code: use('config', '@undertow/server'),
    rule: UNDECLARED,
  },
  {
    says: 'the command line does not see contracts',
    file: 'apps/cli/src/p1.ts',
    code: use('ROUTES', '@undertow/contracts'),
    rule: UNDECLARED,
  },
  {
    says: 'the server does not see the simulator',
    file: 'apps/server/src/p1.ts',
    code: use('createSession', '@undertow/simulator'),
    rule: UNDECLARED,
  },
  {
    says: 'imports never climb in a package',
    file: 'packages/market/src/room/p1.ts',
    code: use('x', '../x.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'imports never climb in an application',
    file: 'apps/cli/src/commands/p1.ts',
    code: use('x', '../x.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'a climb around the wall into another workspace',
    file: 'packages/detection/src/p4.ts',
    code: use('x', '../../simulator/src/index.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'a module does not see adapters',
    file: 'apps/server/src/modules/alerts/p1.ts',
    code: use('x', '#adapters/storage/x.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'a module does not see the live line',
    file: 'apps/server/src/modules/alerts/p2.ts',
    code: use('x', '#live/socket.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'a module does not see another module',
    file: 'apps/server/src/modules/alerts/p3.ts',
    code: use('x', '#modules/auth/routes.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'a module may see http',
    file: 'apps/server/src/modules/alerts/p4.ts',
    code: use('x', '#http/bind-route.ts'),
    rule: null,
  },
  {
    says: 'the live line does not see http',
    file: 'apps/server/src/live/p1.ts',
    code: use('x', '#http/bind-route.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'the live line does not see adapters',
    file: 'apps/server/src/live/p2.ts',
    code: use('x', '#adapters/bus/x.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'an adapter does not see the live line',
    file: 'apps/server/src/adapters/bus/p1.ts',
    code: use('x', '#live/socket.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'an adapter does not see modules',
    file: 'apps/server/src/adapters/bus/p2.ts',
    code: use('x', '#modules/auth/routes.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'http does not see adapters',
    file: 'apps/server/src/http/p1.ts',
    code: use('x', '#adapters/storage/x.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'http does not see modules',
    file: 'apps/server/src/http/p2.ts',
    code: use('x', '#modules/auth/routes.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'a page does not see another page',
    file: 'apps/web/src/pages/p1.tsx',
    code: use('x', '#pages/x.tsx'),
    rule: RESTRICTED,
  },
  {
    says: 'a feature does not see another feature',
    file: 'apps/web/src/features/alerts/p1.tsx',
    code: use('x', '#features/sidebar/x.tsx'),
    rule: RESTRICTED,
  },
  {
    says: 'a feature may see the chart',
    file: 'apps/web/src/features/alerts/p2.tsx',
    code: use('x', '#chart/x.ts'),
    rule: null,
  },
  {
    says: 'the chart does not see React',
    file: 'apps/web/src/chart/p1.ts',
    code: use('useState', 'react'),
    rule: RESTRICTED,
  },
  {
    says: 'the chart does not see features',
    file: 'apps/web/src/chart/p2.ts',
    code: use('x', '#features/sidebar/x.tsx'),
    rule: RESTRICTED,
  },
  {
    says: 'the chart may see lib',
    file: 'apps/web/src/chart/p3.ts',
    code: use('x', '#lib/x.ts'),
    rule: null,
  },
  {
    says: 'the socket client does not see the chart',
    file: 'apps/web/src/live/p1.ts',
    code: use('x', '#chart/x.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'the api client does not see the socket client',
    file: 'apps/web/src/api/p1.ts',
    code: use('x', '#live/x.ts'),
    rule: RESTRICTED,
  },
  {
    says: 'the ui knows no domain word',
    file: 'apps/web/src/ui/p1.tsx',
    code: use('ROUTES', '@undertow/contracts'),
    rule: RESTRICTED,
  },
  {
    says: 'lib is at the bottom of the web',
    file: 'apps/web/src/lib/p3.ts',
    code: use('x', '#ui/x.tsx'),
    rule: RESTRICTED,
  },
  {
    says: 'a pure package reads no clock',
    file: 'packages/market/src/p2.ts',
    code: 'export const now = (): number => Date.now();\n',
    rule: GLOBALS,
  },
  {
    says: 'a pure package does not wait',
    file: 'packages/simulator/src/p2.ts',
    code: 'export const later = (): unknown => setTimeout(() => undefined, 1);\n',
    rule: GLOBALS,
  },
  {
    says: 'a pure package has no files',
    file: 'packages/detection/src/p5.ts',
    code: use('readFileSync', 'node:fs'),
    rule: 'lint/correctness/noNodejsModules',
  },
  {
    says: 'only config reads the environment',
    file: 'apps/server/src/http/p3.ts',
    code: "export const home = process.env['HOME'];\n",
    rule: 'lint/style/noProcessEnv',
  },
  {
    says: 'config reads the environment',
    file: 'apps/server/src/config.ts',
    code: "export const home = process.env['HOME'];\n",
    rule: null,
  },
  {
    says: 'no any',
    file: 'packages/market/src/p3.ts',
    code: 'export const a: any = 1;\n',
    rule: 'lint/suspicious/noExplicitAny',
  },
  {
    says: 'no non-null assertion',
    file: 'packages/market/src/p4.ts',
    code: 'export const a = (b: string | null): string => b!;\n',
    rule: 'lint/style/noNonNullAssertion',
  },
  {
    says: 'no enum',
    file: 'packages/market/src/p5.ts',
    code: 'export enum A {\n  b = 1,\n}\n',
    rule: 'lint/style/noEnum',
  },
  {
    says: 'no default export',
    file: 'packages/market/src/p6.ts',
    code: 'export default 1;\n',
    rule: 'lint/style/noDefaultExport',
  },
  {
    says: 'no console in the product',
    file: 'apps/server/src/live/p3.ts',
    code: "export const say = (): void => console.log('x');\n",
    rule: 'lint/suspicious/noConsole',
  },
  {
    says: 'files are kebab-case',
    file: 'packages/market/src/OrderBook.ts',
    code: 'export const a = 1;\n',
    rule: 'lint/style/useFilenamingConvention',
  },
  {
    says: 'a file has at most 300 lines',
    file: 'packages/market/src/p7.ts',
    code: Array.from({ length: 301 }, (_, i) => `export const a${i} = ${i};`).join('\n'),
    rule: 'lint/style/noExcessiveLinesPerFile',
  },
  {
    says: 'no floating promise',
    file: 'apps/server/src/live/p4.ts',
    code: 'async function a(): Promise<void> {}\nexport function b(): void {\n  a();\n}\n',
    rule: 'lint/nursery/noFloatingPromises',
  },
];

let house = '';
let found: Map<string, Set<string>>;

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'undertow-walls-'));
  cpSync(join(root, 'biome.json'), join(house, 'biome.json'));
  cpSync(join(root, 'package.json'), join(house, 'package.json'));
  for (const floor of ['packages', 'apps']) {
    for (const name of readdirSync(join(root, floor))) {
      mkdirSync(join(house, floor, name), { recursive: true });
      cpSync(join(root, floor, name, 'package.json'), join(house, floor, name, 'package.json'));
    }
  }
  for (const probe of PROBES) {
    mkdirSync(dirname(join(house, probe.file)), { recursive: true });
    writeFileSync(join(house, probe.file), probe.code);
  }
  found = lint(house);
});

afterAll(() => rmSync(house, { recursive: true, force: true }));

/** Rules broken by file, as Biome reports them. */
function lint(folder: string): Map<string, Set<string>> {
  const run = spawnSync(biome, ['lint', '--reporter=json', '--max-diagnostics=none', '.'], {
    cwd: folder,
    encoding: 'utf8',
  });
  const report: { diagnostics: { category: string; location: { path: string | { file: string } } }[] } =
    JSON.parse(run.stdout);
  const rules = new Map<string, Set<string>>();
  for (const { category, location } of report.diagnostics) {
    const path = typeof location.path === 'string' ? location.path : location.path.file;
    rules.set(path, (rules.get(path) ?? new Set()).add(category));
  }
  return rules;
}

test.each(PROBES.map((probe) => [probe.says, probe] as const))('%s', (_, { file, rule }) => {
  const broken = [...(found.get(file) ?? [])];
  if (rule === null)
    expect(
      broken.filter((name) => [UNDECLARED, RESTRICTED, GLOBALS, 'lint/style/noProcessEnv'].includes(name)),
    ).toEqual([]);
  else expect(broken).toContain(rule);
});
