/** Dockerfile, compose file and handbook agree with the settings and with the repository. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { SETTING_NAMES } from '@undertow/server/src/config/config.ts';
import { SECRET_SETTINGS } from '@undertow/server/src/config/secret-files.ts';
import { expect, test } from 'vitest';
import { parse } from 'yaml';

const root = fileURLToPath(new URL('../..', import.meta.url));
const read = (name: string): string => readFileSync(join(root, name), 'utf8');

interface Service {
  readonly image: string;
  readonly user?: string;
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly secrets?: readonly string[];
  readonly depends_on?: object;
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly resources: { readonly limits: object } };
}

interface Compose {
  readonly services: Readonly<Record<'proxy' | 'owner' | 'server' | 'backup' | 'database', Service>>;
  readonly volumes: object;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const dockerfile = read('Dockerfile');
const SECRET_NAMES = SECRET_SETTINGS.map((name) => `${name}_FILE`);

const { owner, server, backup } = compose.services;
/** Services of our image. */
const OURS = [owner, server, backup];

test('every setting that compose passes exists', () => {
  const known = [...SETTING_NAMES, ...SECRET_NAMES];
  for (const { environment = {} } of OURS)
    expect(Object.keys(environment).filter((name) => !known.includes(name))).toEqual([]);
  const example = read('deploy/undertow.env.example').matchAll(/^(\w+)=/gm);
  expect([...example].map(([, name = '']) => name).filter((name) => !SETTING_NAMES.includes(name))).toEqual(
    [],
  );
});

test('every secret is a file that compose mounts, and none is in the environment', () => {
  for (const name of SECRET_SETTINGS) {
    const file = name.toLowerCase();
    expect(compose.secrets[file]?.file, name).toBe(`deploy/secrets/${file}`);
    for (const { environment = {}, secrets = [] } of OURS) {
      expect(environment[name], name).toBeUndefined();
      expect(environment[`${name}_FILE`], name).toBe(
        secrets.includes(file) ? `/run/secrets/${file}` : undefined,
      );
    }
  }
  const used = [...OURS, compose.services.database].flatMap(({ secrets = [] }) => secrets);
  expect(Object.keys(compose.secrets).toSorted()).toEqual([...new Set(used)].toSorted());
});

test('T40 each service has the address of its own role, and the services for users have neither the owner’s address nor the backup key', () => {
  const addressesOf = ({ secrets = [] }: Service) => secrets.filter((name) => name.endsWith('database_url'));
  expect(addressesOf(server)).toEqual(['database_url']);
  expect(addressesOf(backup)).toEqual(['backup_database_url']);
  expect(server.secrets).not.toContain('backup_key');
  expect(server.depends_on).toEqual({ owner: { condition: 'service_completed_successfully' } });
  expect(owner.command).toEqual(['node', 'apps/server/src/commands/database-roles.ts']);
});

test('every long-running service has limits, and the database syncs and sums its pages', () => {
  const { proxy, database } = compose.services;
  for (const { deploy } of [proxy, server, database]) expect(deploy?.resources.limits).toBeDefined();
  expect(database.command).toEqual(
    expect.arrayContaining(['-cfsync=on', '-cfull_page_writes=on', '-csynchronous_commit=on']),
  );
  expect(database.environment?.['POSTGRES_INITDB_ARGS']).toBe('--data-checksums');
  // The server stops by itself within ten seconds
  expect(Number.parseInt(server.stop_grace_period ?? '0', 10)).toBeGreaterThan(10);
});

test('files named by compose and Dockerfile exist, and every version is pinned', () => {
  for (const { volumes = [] } of Object.values(compose.services))
    for (const [path = ''] of volumes.map((volume) => volume.split(':')))
      if (path.startsWith('./')) expect(existsSync(join(root, path)), path).toBe(true);
  const copied = [...dockerfile.matchAll(/^COPY (?!--from)(.+) \S+$/gm)].flatMap(([, paths = '']) =>
    paths.split(' '),
  );
  expect(copied.length).toBeGreaterThan(10);
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const images = [
    ...[...dockerfile.matchAll(/^FROM (\S+:\S+)/gm)].map(([, image = '']) => image),
    ...Object.values(compose.services).map(({ image }) => image),
  ].filter((image) => image !== 'undertow:local');
  expect(images.filter((image) => !/:\d+\.\d+/.test(image))).toEqual([]);
});

test('the image has the repository’s version of Node, the flags of npm start, every workspace, no sandbox, and no root', () => {
  const { dependencies, workspaces } = JSON.parse(read('package.json')) as {
    dependencies: { node: string };
    workspaces: string[];
  };
  expect(new Set([...dockerfile.matchAll(/^FROM node:([\d.]+)-/gm)].map(([, version]) => version))).toEqual(
    new Set([dependencies.node]),
  );
  expect(workspaces).toEqual(['packages/*', 'apps/*']);
  const start = read('apps/sandbox/src/environment/server-flags.ts');
  const flags = [...start.matchAll(/'(--(?:liftoff|max-semi|heap)[^']+)'/g)].map(([, flag = '']) => flag);
  const command = JSON.parse(/^CMD (.+)$/m.exec(dockerfile)?.[1] ?? '[]') as string[];
  expect(command).toEqual(['node', ...flags, 'apps/server/src/main.ts']);
  const last = dockerfile.slice(dockerfile.lastIndexOf('FROM '));
  expect(last).not.toContain('sandbox');
  expect(last).toMatch(/^USER node$/m);
});

test('the handbook has a row for every setting', () => {
  const rows = read('docs/operations.md')
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  const named = rows.flatMap((row) =>
    [...(row.split('|')[1] ?? '').matchAll(/`([A-Z_]+)`/g)].map(([, name]) => name),
  );
  expect(SETTING_NAMES.filter((name) => !named.includes(name))).toEqual([]);
});
