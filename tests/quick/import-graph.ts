/** Which file of the repository imports which: read from the import statements, through the lists of a package (`export * from`) to the file meant. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';

/** Paths from the root of the repository, each with the files that import something from it. */
export type Importers = ReadonlyMap<string, ReadonlySet<string>>;

interface Workspace {
  /** Path from the root; empty for the root itself. */
  readonly folder: string;
  readonly name: string;
  readonly imports: PathMap;
  readonly exports: PathMap;
}

/** Patterns of `imports` and `exports` in a package.json, the longest first. */
type PathMap = readonly (readonly [pattern: string, target: string])[];

interface ImportedNames {
  readonly specifier: string;
  /** Null: all of it. */
  readonly names: readonly string[] | null;
}

interface SourceFile {
  readonly imports: readonly ImportedNames[];
  readonly declared: ReadonlySet<string>;
  /** Names that it passes on from another file: the name there, and the specifier. */
  readonly passedOn: ReadonlyMap<string, { readonly name: string; readonly specifier: string }>;
  /** Specifiers of `export * from`. */
  readonly stars: readonly string[];
}

const FOLDERS = ['packages', 'apps', 'tests', 'bench'] as const;
const SKIPPED = new Set(['node_modules', 'dist', '.data', '.tsbuild']);

const STATEMENT =
  /^(import|export)\s+(type\s+)?(\*(?:\s+as\s+\w+)?|\w+|(?:\w+\s*,\s*)?\{[^}]*\})\s+from\s+'([^']+)'/gm;
const SIDE_EFFECT = /^import\s+'([^']+)'/gm;
const BY_ADDRESS = /(?:import|new URL)\(\s*(?:\/\*.*?\*\/\s*)?'([^']+)'/g;
const DECLARATION =
  /^export\s+(?:async\s+|abstract\s+|declare\s+)*(?:const|let|class|function\*?|interface|type|enum)\s+(\w+)/gm;

function filesUnder(root: string, folder: string): string[] {
  return readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    if (SKIPPED.has(entry.name)) return [];
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) return filesUnder(root, path);
    return /\.tsx?$/.test(entry.name) ? [path] : [];
  });
}

interface PackageFile {
  readonly name: string;
  readonly imports?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, string>>;
}

function readWorkspace(root: string, folder: string): Workspace {
  const text = readFileSync(join(root, folder, 'package.json'), 'utf8');
  const { name, imports = {}, exports = {} }: PackageFile = JSON.parse(text);
  const longestFirst = (map: Readonly<Record<string, string>>): PathMap =>
    Object.entries(map).sort(([one], [other]) => other.length - one.length);
  return { folder, name, imports: longestFirst(imports), exports: longestFirst(exports) };
}

function readWorkspaces(root: string): readonly Workspace[] {
  const folders = ['packages', 'apps'].flatMap((floor) =>
    readdirSync(join(root, floor)).map((name) => `${floor}/${name}`),
  );
  return ['', ...folders]
    .filter((folder) => existsSync(join(root, folder, 'package.json')))
    .map((folder) => readWorkspace(root, folder));
}

function mapped(map: PathMap, specifier: string): string | null {
  for (const [pattern, target] of map) {
    if (pattern === specifier) return target;
    const [head = '', tail] = pattern.split('*');
    if (tail === undefined || !specifier.startsWith(head)) continue;
    return target.replace('*', specifier.slice(head.length));
  }
  return null;
}

/** `a, type B, c as d` → a, c: a type has no part in what a test sees. */
function namesIn(clause: string): string[] {
  return clause
    .replace(/^.*\{|\}$/gs, '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '' && !part.startsWith('type '));
}

interface Statement extends ImportedNames {
  readonly word: string;
  readonly isStar: boolean;
  /** Names in braces as they are written; none for all of it. */
  readonly written: readonly string[];
}

/** `import … from` and `export … from`, without those of types alone. */
function statementsOf(text: string): readonly Statement[] {
  return [...text.matchAll(STATEMENT)].flatMap(
    ([, word = '', isType, clause = '', specifier = '']): Statement[] => {
      if (isType !== undefined) return [];
      if (!clause.includes('{'))
        return [{ word, specifier, isStar: clause === '*', written: [], names: null }];
      const written = namesIn(clause);
      const names = written.map((name) => name.split(/\s+as\s+/)[0] ?? name);
      return written.length === 0 ? [] : [{ word, specifier, isStar: false, written, names }];
    },
  );
}

function readSource(text: string): SourceFile {
  const statements = statementsOf(text);
  const exported = statements.filter(({ word }) => word === 'export');
  const byAddress = [SIDE_EFFECT, BY_ADDRESS].flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([, specifier = '']) => ({ specifier, names: null })),
  );
  const passedOn = exported.flatMap(({ specifier, written }) =>
    written.map((one) => {
      const [name = '', alias = name] = one.split(/\s+as\s+/);
      return [alias, { name, specifier }] as const;
    }),
  );
  return {
    imports: [...statements, ...byAddress],
    declared: new Set([...text.matchAll(DECLARATION)].map(([, name = '']) => name)),
    passedOn: new Map(passedOn),
    stars: exported.filter(({ isStar }) => isStar).map(({ specifier }) => specifier),
  };
}

class ImportGraph {
  readonly #root: string;
  readonly #workspaces: readonly Workspace[];
  readonly #sources = new Map<string, SourceFile>();
  readonly #importers = new Map<string, Set<string>>();

  constructor(root: string) {
    this.#root = root;
    this.#workspaces = readWorkspaces(root);
  }

  build(): Importers {
    const files = FOLDERS.filter((folder) => existsSync(join(this.#root, folder))).flatMap((folder) =>
      filesUnder(this.#root, folder),
    );
    for (const file of files)
      this.#sources.set(file, readSource(readFileSync(join(this.#root, file), 'utf8')));
    for (const [file, { imports }] of this.#sources)
      for (const { specifier, names } of imports) this.#connect(file, specifier, names);
    return this.#importers;
  }

  #connect(file: string, specifier: string, names: readonly string[] | null): void {
    const target = this.#resolve(file, specifier);
    if (target === null) return;
    const meant =
      names === null ? [target] : names.map((name) => this.#declaring(target, name, new Set()) ?? target);
    for (const path of meant) {
      const importers = this.#importers.get(path) ?? new Set();
      this.#importers.set(path, importers.add(file));
    }
  }

  /** The file that declares what `file` exports under this name. */
  #declaring(file: string, name: string, seen: Set<string>): string | null {
    const source = this.#sources.get(file);
    if (source === undefined || seen.has(file)) return null;
    seen.add(file);
    if (source.declared.has(name)) return file;
    const passed = source.passedOn.get(name);
    if (passed !== undefined) {
      const next = this.#resolve(file, passed.specifier);
      return next === null ? null : this.#declaring(next, passed.name, seen);
    }
    for (const specifier of source.stars) {
      const next = this.#resolve(file, specifier);
      const found = next === null ? null : this.#declaring(next, name, seen);
      if (found !== null) return found;
    }
    return null;
  }

  #workspaceOf(file: string): Workspace | undefined {
    return (
      this.#workspaces.find(({ folder }) => folder !== '' && file.startsWith(`${folder}/`)) ??
      this.#workspaces.find(({ folder }) => folder === '')
    );
  }

  /** Path from the root; null for what is not a file of the repository. */
  #resolve(file: string, written: string): string | null {
    const specifier = written.replace(/\?.*$/, '');
    const path = specifier.startsWith('.')
      ? posix.join(dirname(file), specifier)
      : specifier.startsWith('#')
        ? this.#target(this.#workspaceOf(file), 'imports', specifier)
        : this.#exported(specifier);
    return path !== null && existsSync(join(this.#root, path)) ? path : null;
  }

  #exported(specifier: string): string | null {
    const workspace = this.#workspaces.find(
      ({ name }) => specifier === name || specifier.startsWith(`${name}/`),
    );
    return workspace === undefined
      ? null
      : this.#target(workspace, 'exports', `.${specifier.slice(workspace.name.length)}`);
  }

  #target(workspace: Workspace | undefined, kind: 'imports' | 'exports', specifier: string): string | null {
    const target = workspace === undefined ? null : mapped(workspace[kind], specifier);
    return workspace === undefined || target === null ? null : posix.join(workspace.folder, target);
  }
}

/** Reads the sources under `root`. */
export function readImporters(root: string): Importers {
  return new ImportGraph(root).build();
}
