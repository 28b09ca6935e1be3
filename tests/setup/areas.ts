/** Areas of the tests, and the seconds that each may take: the table in `tests/README.md`. */

/** Seconds of a run of its own workers, and of the processor. */
export interface AreaSeconds {
  readonly wall: number;
  readonly cpu: number;
}

const WORKSPACES: Readonly<Record<string, string>> = {
  'apps/server': 'server',
  'apps/web': 'web',
  'apps/sandbox': 'sandbox + cli',
  'apps/cli': 'sandbox + cli',
};

/** Tests of the tests' own tools. */
const TOOLS = new Set(['long', 'quick', 'setup', 'soak']);

/** The area of a test file, by its path from the root. */
export function areaOf(path: string): string {
  const [floor = '', name = ''] = path.split('/');
  if (floor === 'apps') return WORKSPACES[`${floor}/${name}`] ?? name;
  if (floor !== 'tests') return floor;
  return TOOLS.has(name) ? 'codebase' : name;
}

const ROW = /^\| `([\w +-]+?)\/?` \| .+ \| ([\d.]+) \| ([\d.]+) \|$/gm;

/** Rows of the table `| area | what it proves | run | processors |`, in their order. */
export function readQuotas(text: string): ReadonlyMap<string, AreaSeconds> {
  return new Map(
    [...text.matchAll(ROW)].map(([, area = '', wall, cpu]) => [
      area,
      { wall: Number(wall), cpu: Number(cpu) },
    ]),
  );
}
