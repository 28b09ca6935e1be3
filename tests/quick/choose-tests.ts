/** Which tests the fast loop runs for changed files, nearest first, and which it leaves to the whole suite. */
import { dirname } from 'node:path/posix';
import type { Importers } from './import-graph.ts';

/** Tests of other workspaces that import what changed, directly or through others: the nearest of them. */
export const MAX_TESTS_ELSEWHERE = 40;
/** Tests of the same application: it is too large for all of them. */
export const MAX_TESTS_IN_APP = 60;

/** They start the product, a browser or processes to kill, or belong to the long tests. */
const NEVER = /^tests\/(?:journeys|faults|chart)\/|\.long\.test\.ts$/;
/** They read sources and documents, which no import says, and take no time. */
const HOUSE: ReadonlySet<string> = new Set(
  ['folder-readmes', 'decision-records', 'web-layers'].map((name) => `tests/codebase/${name}.test.ts`),
);
/** They decide how everything is built or run. */
const CONCERNS_ALL =
  /^(?:package(?:-lock)?\.json|vitest\.config\.ts|tsconfig[\w.]*\.json|tests\/setup\/.*|tools\/.*|\w+\/[\w-]+\/package\.json)$/;

export interface TestFile {
  readonly path: string;
  /** It has full counts of its own for the long run; here even its usual ones may take too long. */
  readonly isLong: boolean;
}

export interface ChosenTests {
  /** In the order in which they run. */
  readonly run: readonly string[];
  /** Related, beyond the bounds. */
  readonly left: readonly string[];
  /** Changed files that concern everything. */
  readonly unbounded: readonly string[];
}

/** For example `packages/market`; for tests across workspaces `tests`. */
function workspaceOf(path: string): string {
  const [floor = '', name = ''] = path.split('/');
  return floor === 'packages' || floor === 'apps' ? `${floor}/${name}` : floor;
}

/** Imports between a file and the nearest changed file. */
function distances(changed: readonly string[], importers: Importers): ReadonlyMap<string, number> {
  const found = new Map(changed.map((path) => [path, 0]));
  // Entries that are added during the walk are visited by it
  for (const [path, distance] of found)
    for (const importer of importers.get(path) ?? [])
      if (!found.has(importer)) found.set(importer, distance + 1);
  return found;
}

type Place = 'changed' | 'beside' | 'package' | 'application' | 'elsewhere';
const ORDER: readonly Place[] = ['changed', 'beside', 'package', 'application', 'elsewhere'];
const BOUNDS: Readonly<Partial<Record<Place, number>>> = {
  application: MAX_TESTS_IN_APP,
  elsewhere: MAX_TESTS_ELSEWHERE,
};

interface Candidate extends TestFile {
  readonly place: Place;
  readonly distance: number;
}

class Choice {
  readonly #changed: ReadonlySet<string>;
  readonly #folders: ReadonlySet<string>;
  readonly #workspaces: ReadonlySet<string>;
  readonly #distances: ReadonlyMap<string, number>;

  constructor(changed: readonly string[], importers: Importers) {
    this.#changed = new Set(changed);
    this.#folders = new Set(changed.filter((path) => path.includes('/src/')).map((path) => dirname(path)));
    this.#workspaces = new Set(changed.map(workspaceOf));
    this.#distances = distances(changed, importers);
  }

  candidate(file: TestFile): Candidate | null {
    const place = this.#place(file);
    const distance = this.#distances.get(file.path) ?? Number.POSITIVE_INFINITY;
    return place === null ? null : { ...file, place, distance };
  }

  #place({ path }: TestFile): Place | null {
    if (NEVER.test(path)) return null;
    if (this.#changed.has(path)) return 'changed';
    if (this.#folders.has(dirname(path))) return 'beside';
    const workspace = workspaceOf(path);
    if (this.#workspaces.has(workspace) && workspace.startsWith('packages/')) return 'package';
    if (!this.#distances.has(path)) return null;
    return this.#workspaces.has(workspace) && workspace.startsWith('apps/') ? 'application' : 'elsewhere';
  }
}

function byNearness(one: Candidate, other: Candidate): number {
  const place = ORDER.indexOf(one.place) - ORDER.indexOf(other.place);
  if (place !== 0) return place;
  if (one.distance !== other.distance) return one.distance < other.distance ? -1 : 1;
  return one.path < other.path ? -1 : 1;
}

/** Those with full counts are only for what they are beside, those across workspaces (seconds each) only for themselves. */
function isTooMuch({ path, isLong, place }: Candidate): boolean {
  if (place === 'changed' || place === 'beside') return false;
  return isLong || (path.startsWith('tests/') && !path.startsWith('tests/codebase/'));
}

/** `changed` and `deleted` are paths from the root. */
export function chooseTests(
  changed: readonly string[],
  deleted: readonly string[],
  tests: readonly TestFile[],
  importers: Importers,
): ChosenTests {
  const choice = new Choice([...changed, ...deleted], importers);
  const candidates = tests
    .map((file) => choice.candidate(file))
    .filter((candidate) => candidate !== null)
    .sort(byNearness);
  const counts = new Map<Place, number>();
  const run = new Set<string>();
  const left: string[] = [];
  for (const candidate of candidates) {
    const { path, place } = candidate;
    const count = counts.get(place) ?? 0;
    if (count >= (BOUNDS[place] ?? Number.POSITIVE_INFINITY) || isTooMuch(candidate)) {
      left.push(path);
      continue;
    }
    counts.set(place, count + 1);
    run.add(path);
  }
  for (const { path } of tests) if (HOUSE.has(path)) run.add(path);
  return {
    run: [...run],
    left: left.filter((path) => !run.has(path)),
    unbounded: changed.filter((path) => CONCERNS_ALL.test(path)),
  };
}
