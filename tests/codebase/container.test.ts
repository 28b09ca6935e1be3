/** Dockerfile, compose file and handbook agree with the settings and with the repository. */
import { existsSync, globSync, readFileSync } from 'node:fs';
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
  /** A name, or the name of the file and the one that the service sees. */
  readonly secrets?: readonly (string | { readonly source: string; readonly target: string })[];
  readonly depends_on?: object;
  readonly profiles?: readonly string[];
  readonly healthcheck?: { readonly test?: readonly string[]; readonly disable?: boolean };
  readonly entrypoint?: readonly string[];
  readonly volumes?: readonly string[];
  readonly stop_grace_period?: string;
  readonly deploy?: { readonly replicas?: string; readonly resources: { readonly limits: object } };
}

interface Compose {
  readonly services: Readonly<Record<'proxy' | 'owner' | 'server' | 'backup' | 'database', Service>> &
    Readonly<Record<string, Service>>;
  readonly volumes: object;
  readonly secrets: Readonly<Record<string, { readonly file: string }>>;
}

const compose = parse(read('compose.yaml'), { merge: true }) as Compose;
const dockerfile = read('Dockerfile');
const SECRET_NAMES = SECRET_SETTINGS.map((name) => `${name}_FILE`);

const { owner, server, backup } = compose.services;
const services = Object.entries(compose.services);
/** Services of our image. */
const OURS = Object.values(compose.services).filter(({ image }) => image === 'undertow:local');
const CLUSTER = services.filter(([, { profiles = [] }]) => profiles.includes('cluster'));

/** Names under which a service sees its secrets, with those of the files. */
function secretsOf({ secrets = [] }: Service): ReadonlyMap<string, string> {
  return new Map(secrets.map((one) => (typeof one === 'string' ? [one, one] : [one.target, one.source])));
}

/** Secrets of compose that hold a setting: one file, or one for each role. */
function filesOf(setting: string): readonly string[] {
  const name = setting.toLowerCase();
  return Object.keys(compose.secrets).filter((file) => file === name || file.startsWith(`${name}_`));
}

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
  for (const [file, { file: path }] of Object.entries(compose.secrets))
    expect(path).toBe(`deploy/secrets/${file}`);
  for (const name of SECRET_SETTINGS) {
    const files = filesOf(name);
    expect(files.length, name).toBeGreaterThan(0);
    for (const service of OURS) {
      const seen = secretsOf(service).get(name.toLowerCase());
      expect(service.environment?.[name], name).toBeUndefined();
      expect(service.environment?.[`${name}_FILE`], name).toBe(
        seen === undefined ? undefined : `/run/secrets/${name.toLowerCase()}`,
      );
      if (seen !== undefined) expect(files).toContain(seen);
    }
  }
  const used = Object.values(compose.services).flatMap((service) => [...secretsOf(service).values()]);
  expect(Object.keys(compose.secrets).toSorted()).toEqual([...new Set(used)].toSorted());
});

test('T40 each service has the address of its own role, and the services for users have neither the owner’s address nor the backup key', () => {
  const addressesOf = (service: Service) =>
    [...secretsOf(service).values()].filter((name) => name.endsWith('database_url'));
  for (const service of OURS.filter((one) => one !== owner && one !== backup)) {
    expect(addressesOf(service)).toEqual(['database_url']);
    expect(secretsOf(service).has('backup_key')).toBe(false);
  }
  expect(addressesOf(backup)).toEqual(['backup_database_url']);
  expect(server.depends_on).toEqual({ owner: { condition: 'service_completed_successfully' } });
  expect(owner.command).toEqual(['node', 'apps/server/src/commands/database-roles.ts']);
});

test('every long-running service has limits, and the database syncs and sums its pages', () => {
  const { database } = compose.services;
  for (const [name, { deploy }] of services) expect(deploy?.resources.limits, name).toBeDefined();
  expect(database.command).toEqual(
    expect.arrayContaining(['-cfsync=on', '-cfull_page_writes=on', '-csynchronous_commit=on']),
  );
  expect(database.environment?.['POSTGRES_INITDB_ARGS']).toBe('--data-checksums');
  // The server stops by itself within ten seconds
  expect(Number.parseInt(server.stop_grace_period ?? '0', 10)).toBeGreaterThan(10);
});

test('every long-running service has a health check: its own, or that of our image', () => {
  expect(dockerfile).toContain('HEALTHCHECK');
  for (const [name, { image, healthcheck, profiles = [] }] of services) {
    if (name === 'owner' || profiles.includes('tools')) expect(healthcheck, name).toEqual({ disable: true });
    else
      expect(healthcheck?.test ?? image, name).toEqual(
        image === 'undertow:local' ? image : expect.arrayContaining(['CMD']),
      );
  }
});

test('the cluster is three nodes of NATS and two processes of each role, each with a data folder of its own', () => {
  const roles = ['market', 'web', 'work'];
  const names = [...roles.flatMap((role) => [`${role}-1`, `${role}-2`]), 'nats-1', 'nats-2', 'nats-3'];
  expect(CLUSTER.map(([name]) => name).toSorted()).toEqual(names.toSorted());
  for (const [name, service] of CLUSTER.filter(([, { image }]) => image === 'undertow:local')) {
    const [role = ''] = name.split('-');
    expect(service.environment, name).toMatchObject({
      ...server.environment,
      ROLES: role,
      NATS_REPLICAS: '3',
    });
    expect(service.volumes, name).toContain(`${name}:/var/lib/undertow`);
    expect([...secretsOf(server).keys(), 'nats_url']).toEqual([...secretsOf(service).keys()]);
    // A role signs in to NATS with rights of its own
    expect(secretsOf(service).get('nats_url')).toBe(`nats_url_${role}`);
    expect(Object.keys(service.depends_on ?? {})).toEqual(['owner', 'nats-1', 'nats-2', 'nats-3']);
  }
  const volumes = CLUSTER.flatMap(([, service]) => service.volumes ?? []).map(
    (volume) => volume.split(':')[0],
  );
  const named = volumes.filter((volume = '') => /^[a-z0-9-]+$/.test(volume));
  expect(named.filter((volume = '') => !Object.hasOwn(compose.volumes, volume))).toEqual([]);
  // Folders that several processes write exist in the image, with its account as their owner
  for (const folder of ['recordings', 'flow', 'history', 'uploads'])
    expect(dockerfile).toContain(`/var/lib/undertow/${folder}`);
});

test('nodes of NATS have their passwords from a secret, and what their configuration reads is set', () => {
  const [config, roles] = [read('deploy/nats/server.conf'), read('deploy/nats/roles.conf')];
  const needed = new Set([...`${config}${roles}`.matchAll(/\$(NATS_\w+)/g)].map(([, name = '']) => name));
  const example = [...read('deploy/nats/nats.env.example').matchAll(/^(NATS_\w+)=/gm)].map(
    ([, name]) => name,
  );
  for (const [name, service] of CLUSTER.filter(([, { image }]) => image.startsWith('nats:'))) {
    const { environment = {}, entrypoint = [] } = service;
    expect(environment['NATS_SERVER_NAME']).toBe(name);
    expect(Object.keys(environment).filter((key) => /PASSWORD|ROUTE/.test(key))).toEqual([]);
    expect([...secretsOf(service).keys()]).toEqual(['nats_passwords']);
    expect(entrypoint.join(' ')).toContain(
      '/run/secrets/nats_passwords && exec nats-server --config /etc/nats/server.conf',
    );
    // The handbook writes the others into the secret
    const written = [...read('docs/operations.md').matchAll(/(NATS_\w+)=/g)].map(([, key]) => key);
    expect([...needed].filter((key) => !(key in environment || written.includes(key)))).toEqual([]);
  }
  expect([...needed].filter((key) => !example.includes(key))).toEqual([]);
});

test('the proxy has the server behind it, and in the cluster both web processes', () => {
  const settings = Object.fromEntries(
    [...read('deploy/cluster.env').matchAll(/^(\w+)=(.+)$/gm)].map(([, name = '', value]) => [name, value]),
  );
  const web = CLUSTER.map(([name]) => name).filter((name) => name.startsWith('web-'));
  expect(settings).toEqual({
    COMPOSE_PROFILES: 'cluster',
    SERVERS: '0',
    UPSTREAMS: web.map((name) => `${name}:3000`).join(' '),
  });
  const { proxy } = compose.services;
  expect(proxy.environment?.['UPSTREAMS']).toMatch(/^\$\{UPSTREAMS:-server:3000\}$/);
  expect(Object.keys(proxy.depends_on ?? {})).toEqual(['server', ...web]);
  expect(server.deploy?.replicas).toMatch(/^\$\{SERVERS:-1\}$/);
  const caddyfile = read('deploy/Caddyfile');
  expect(caddyfile).toContain('reverse_proxy {$UPSTREAMS:server:3000} {');
  expect(caddyfile).toMatch(/health_uri \/readyz/);
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
  const folders = globSync(
    workspaces.map((place) => `${place}/package.json`),
    { cwd: root },
  );
  const copied = [...dockerfile.matchAll(/^COPY (\S+\/package\.json) (\S+)\/$/gm)].map(([, file]) => file);
  expect(copied.toSorted()).toEqual(folders.toSorted());
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
