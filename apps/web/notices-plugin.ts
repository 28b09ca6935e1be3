/**
 * Writes `notices.json` into the build: every production package of the lock file with its licence and the licence's
 * text.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

interface LockedPackage {
  readonly version?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
  readonly license?: unknown;
}

export interface Notices {
  readonly packages: readonly {
    readonly name: string;
    readonly version: string;
    readonly licence: string;
    /** Index into `texts`; null where the package brings none. */
    readonly text: number | null;
  }[];
  readonly texts: readonly string[];
}

const LICENCE_FILE = /^(licen[cs]e|copying|notice)(-[\w.]+)?(\.(md|txt|markdown))?$/i;

/** The texts of a folder's licence files, one below the other. */
function textOf(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && LICENCE_FILE.test(entry.name),
  );
  return files
    .map(({ name }) => readFileSync(join(folder, name), 'utf8').trim())
    .filter((text) => text !== '')
    .join('\n\n');
}

function licenceOf(locked: LockedPackage): string {
  return typeof locked.license === 'string' ? locked.license : 'see its text';
}

/** Reads the lock file under `root`. Packages of other platforms, which are not installed, are left out. */
export function collectNotices(root: string): Notices {
  const lock = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  const texts: string[] = [];
  const found = new Map<string, Notices['packages'][number]>();
  for (const [path, locked] of Object.entries(lock.packages)) {
    const name = path.split('node_modules/').at(-1) ?? '';
    const folder = join(root, path);
    if (!path.includes('node_modules/') || locked.dev === true || locked.link === true) continue;
    if (!existsSync(folder)) continue;
    const text = textOf(folder);
    if (text !== '' && !texts.includes(text)) texts.push(text);
    const version = locked.version ?? '';
    found.set(`${name}@${version}`, {
      name,
      version,
      licence: licenceOf(locked),
      text: text === '' ? null : texts.indexOf(text),
    });
  }
  const packages = [...found.values()].sort((a, b) =>
    `${a.name}@${a.version}`.localeCompare(`${b.name}@${b.version}`, 'en'),
  );
  return { packages, texts };
}

/** The plugin; `root` is the folder of the lock file. */
export function noticesPlugin(root: string) {
  return {
    name: 'notices',
    generateBundle(this: { emitFile(file: { type: 'asset'; fileName: string; source: string }): unknown }) {
      const source = JSON.stringify(collectNotices(root));
      this.emitFile({ type: 'asset', fileName: 'notices.json', source });
    },
  };
}
