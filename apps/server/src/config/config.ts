/**
 * The settings of the server: the only reader of the environment. An invalid one is refused at start with what was
 * expected.
 */
import { resolve } from 'node:path';
import { type Plan, priceFaults } from '@undertow/contracts';
import { z } from 'zod';
import { BILLING_SHAPE, billingOf } from './billing-config.ts';
import { CLUSTER_SHAPE, clusterOf } from './cluster/cluster-config.ts';
import { COMPANY_SHAPE, companyOf, mailOf } from './company-config.ts';
import { databaseTlsFaults, toolTlsEnvironment, withDatabaseTls } from './database-tls.ts';
import { databentoBudgetOf, FEED_SHAPE, feedOf } from './feed-config.ts';
import { NEWS_SHAPE, newsOf } from './news-config.ts';
import { ConfigError, type Environment, parseWith, refuse } from './parse-settings.ts';
import { storageFrom, storageSchema } from './read-storage.ts';
import { RECORDING_SHAPE, recordingsOf } from './recording-config.ts';
import { RETENTION_SHAPE, retentionOf } from './retention-config.ts';
import { RITHMIC_SHAPE, rithmicOf } from './rithmic-config.ts';
import { flag, integer } from './setting-shapes.ts';
import { BACKUP_ADDRESS_SHAPE, STORAGE_SHAPE } from './storage-config.ts';
import { isLoopbackUrl, isWebUrl } from './web-address.ts';

const origin = z
  .string()
  .refine((text) => isWebUrl(text) && new URL(text).origin === text, {
    message: 'expected an origin such as https://undertow.example, without a path',
  })
  .refine((text) => !isWebUrl(text) || text.startsWith('https:') || isLoopbackUrl(text), {
    message: 'expected https: plain http is served for localhost only',
  });

const issuer = z
  .string('expected the address of an OpenID Connect issuer')
  .refine(isWebUrl, { message: 'expected the address of an OpenID Connect issuer' })
  .refine((text) => !isWebUrl(text) || text.startsWith('https:') || isLoopbackUrl(text), {
    message: 'expected https: an http issuer is allowed on this machine only',
  });

const key = z.string().regex(/^[0-9a-f]{64}$/i, 'expected 32 random bytes as 64 hexadecimal digits');

const symbols = z
  .string()
  .regex(/^[A-Z0-9]+(,[A-Z0-9]+)*$/, 'expected symbols separated by commas, for example ES,NQ')
  .transform((text) => text.split(','));

const schema = z.object({
  PORT: integer(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  ...STORAGE_SHAPE,
  ...FEED_SHAPE,
  ...RETENTION_SHAPE,
  ...RECORDING_SHAPE,
  ...NEWS_SHAPE,
  SIM_SEED: integer(0, 4_294_967_295).optional(),
  SIM_INSTRUMENTS: symbols.optional(),
  SIM_HISTORY_MINUTES: integer(10, 640).default(640),
  SIM_NEWS: z.enum(['chance', 'timetable'], { message: 'expected chance or timetable' }).default('chance'),
  SIM_SCENARIO: z.enum(['life', 'journey'], { message: 'expected life or journey' }).default('life'),
  PUBLIC_ORIGIN: origin.optional(),
  TRUST_PROXY: integer(0, 10).default(0),
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: z.string('expected the client id at the issuer').min(1),
  OIDC_CLIENT_SECRET: z.string('expected the client secret at the issuer').min(1),
  COOKIE_KEY: key,
  BOOTSTRAP_ADMIN_SUB: z.string().min(1).optional(),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WEB_DIST: z.string().min(1).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\w-]{32,200}$/, 'expected 32 to 200 letters, digits, - or _')
    .optional(),
  DRAIN_SECONDS: integer(0, 5).default(0),
  ...BILLING_SHAPE,
  ...COMPANY_SHAPE,
  ...RITHMIC_SHAPE,
  ...CLUSTER_SHAPE,
  WEBHOOK_LOOPBACK: flag.default(false),
  LANDING: z
    .enum(['professional', 'bold'], { message: 'expected professional or bold' })
    .default('professional'),
  DEVELOPER_PAGES: flag.optional(),
});

/** Settings that opening the storage needs: commands read no more than these. */
/** Settings of the commands that take and restore backups. */
const backupSchema = storageSchema.extend({
  ...BACKUP_ADDRESS_SHAPE,
  BACKUP_KEY: key.optional(),
  PG_BIN: z.string().min(1).optional(),
});

const ROLE_ADDRESSES = {
  DATABASE_URL: true,
  MIGRATION_DATABASE_URL: true,
  BACKUP_DATABASE_URL: true,
  DATABASE_TLS: true,
  DATABASE_CA_FILE: true,
  NODE_ENV: true,
} as const;

/** What PostgreSQL's programs need of the environment: none of our secrets. */
const TOOL_ENVIRONMENT = [
  'PATH',
  'HOME',
  'LANG',
  'LC_ALL',
  'TMPDIR',
  'PGSSLROOTCERT',
  'PGSSLCERT',
  'PGSSLKEY',
];

/** Names of every setting, those of commands included. @public: tests compare the handbook and `compose.yaml` with it. */
export const SETTING_NAMES = [...new Set([...Object.keys(schema.shape), ...Object.keys(backupSchema.shape)])];

/** Throws `ConfigError` for prices that may not be shown and charged at this instant. */
export function requirePriceNotice(plans: readonly Plan[], nowMs: number): void {
  const faults = priceFaults(plans, nowMs);
  if (faults.length === 0) return;
  throw new ConfigError(
    `These prices of the plans cannot be used:\n${faults.map((one) => `  ${one}`).join('\n')}`,
  );
}

function backupFrom(
  environment: Environment,
  addressOf: (settings: z.output<typeof backupSchema>) => string | undefined,
) {
  const settings = parseWith(backupSchema, environment);
  if (settings.NODE_ENV === 'production' && settings.BACKUP_KEY === undefined)
    refuse(['BACKUP_KEY is not set: production requires a key, so that no backup is stored unencrypted']);
  const passed = TOOL_ENVIRONMENT.flatMap((name): [string, string][] => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...storageFrom(settings, addressOf(settings)),
    key: settings.BACKUP_KEY === undefined ? null : Buffer.from(settings.BACKUP_KEY, 'hex'),
    tools: {
      binaries: settings.PG_BIN ?? null,
      environment: { ...toolTlsEnvironment(settings), ...Object.fromEntries(passed) },
    },
  };
}

/** Reads what a backup needs: it reads the database as a role of its own where there is one. Throws `ConfigError`. */
export function readBackupConfig(environment: Environment = process.env) {
  return backupFrom(environment, (settings) => settings.BACKUP_DATABASE_URL ?? settings.DATABASE_URL);
}

/** Reads what restore and drill need: they create tables, and databases, as their owner. Throws `ConfigError`. */
export function readRestoreConfig(environment: Environment = process.env) {
  return backupFrom(environment, (settings) => settings.MIGRATION_DATABASE_URL ?? settings.DATABASE_URL);
}

/** Reads the addresses of the database's roles. Throws `ConfigError`. */
export function readRolesConfig(environment: Environment = process.env) {
  const settings = parseWith(backupSchema.pick(ROLE_ADDRESSES), environment);
  const { MIGRATION_DATABASE_URL: owner, DATABASE_URL: server, BACKUP_DATABASE_URL: backup } = settings;
  if (owner === undefined || server === undefined)
    return refuse([
      'expected MIGRATION_DATABASE_URL, the address of the role that owns the tables, and DATABASE_URL, that of the ' +
        'role of the server; with BACKUP_DATABASE_URL a role for backups too',
    ]);
  const addresses = { MIGRATION_DATABASE_URL: owner, DATABASE_URL: server, BACKUP_DATABASE_URL: backup };
  const faults = databaseTlsFaults(addresses, settings);
  if (faults.length > 0) refuse(faults);
  return {
    owner: withDatabaseTls(owner, settings),
    server: withDatabaseTls(server, settings),
    backup: backup === undefined ? null : withDatabaseTls(backup, settings),
  };
}

const retentionSchema = storageSchema.extend(RETENTION_SHAPE);

/** Reads what the purge needs. Throws `ConfigError`. */
export function readRetentionConfig(environment: Environment = process.env) {
  const settings = parseWith(retentionSchema, environment);
  return { ...storageFrom(settings), retention: retentionOf(settings) };
}

function billingFrom(settings: z.output<typeof schema>, environment: Environment) {
  const { billing, faults } = billingOf(settings, environment);
  return faults.length === 0 ? billing : refuse(faults);
}

const keySchema = storageSchema.extend({ CREDENTIAL_KEYS: RITHMIC_SHAPE.CREDENTIAL_KEYS });

/** Reads what rotating the keys of broker logins needs. Throws `ConfigError`. */
export function readKeyConfig(environment: Environment = process.env) {
  const settings = parseWith(keySchema, environment);
  const { CREDENTIAL_KEYS: keys = refuse(['CREDENTIAL_KEYS is not set: there is nothing to rotate to']) } =
    settings;
  return { ...storageFrom(settings), keys };
}

function feedFrom(settings: z.output<typeof schema>) {
  const feed = feedOf(settings, settings.NODE_ENV === 'production');
  return 'faults' in feed ? refuse(feed.faults) : feed;
}

function rithmicFrom(settings: z.output<typeof schema>, publicOrigin: string) {
  const place = { publicOrigin, production: settings.NODE_ENV === 'production' };
  const { rithmic, faults } = rithmicOf(settings, place);
  return faults.length === 0 ? rithmic : refuse(faults);
}

function clusterFrom(settings: z.output<typeof schema>, databaseUrl: string | undefined) {
  const { cluster, faults } = clusterOf(settings, { databaseUrl, feed: feedFrom(settings).kind });
  return faults.length === 0 ? cluster : refuse(faults);
}

/** Reads and checks every setting. Throws `ConfigError`. */
export function readConfig(environment: Environment = process.env) {
  const settings = parseWith(schema, environment);
  const publicOrigin = settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`;
  const storage = storageFrom(settings);
  return {
    ...storage,
    port: settings.PORT,
    host: settings.HOST,
    feed: feedFrom(settings),
    ...clusterFrom(settings, storage.databaseUrl),
    databentoBudget: databentoBudgetOf(settings),
    /** Null: as fast as possible. */
    replaySpeed: settings.REPLAY_SPEED,
    retention: retentionOf(settings),
    recordings: recordingsOf(settings, storage.dataDir),
    news: newsOf(settings),
    simSeed: settings.SIM_SEED ?? null,
    simInstruments: settings.SIM_INSTRUMENTS ?? null,
    simHistoryMinutes: settings.SIM_HISTORY_MINUTES,
    /** Releases of the simulated exchange come by the timetable that the sandbox's calendar announces. */
    simAnnounced: settings.SIM_NEWS === 'timetable',
    /** `journey` lets the simulated iceberg agents arrive soon, for tests. */
    simScenario: settings.SIM_SCENARIO,
    publicOrigin,
    /** Number of trusted proxies in front, whose forwarding headers are used. */
    trustProxy: settings.TRUST_PROXY,
    oidc: {
      issuer: settings.OIDC_ISSUER,
      clientId: settings.OIDC_CLIENT_ID,
      clientSecret: settings.OIDC_CLIENT_SECRET,
    },
    cookieKey: Buffer.from(settings.COOKIE_KEY, 'hex'),
    bootstrapAdminSub: settings.BOOTSTRAP_ADMIN_SUB ?? null,
    payment: { apiBase: settings.STRIPE_API_BASE, scriptUrl: settings.STRIPE_SCRIPT_URL },
    production: settings.NODE_ENV === 'production',
    logLevel: settings.LOG_LEVEL,
    /** Null: nothing can be bought here, and the routes of payment answer so. */
    billing: billingFrom(settings, environment),
    /** Null: users cannot connect an account of their own here. */
    rithmic: rithmicFrom(settings, publicOrigin),
    webhooks: {
      /** Seal addresses and secrets; null: none can be added. */
      keys: settings.CREDENTIAL_KEYS ?? null,
      mayReachLoopback: settings.WEBHOOK_LOOPBACK,
    },
    /** Whether market data of users' own accounts is stored, for their owners only. */
    storesOwnData: settings.OWN_DATA === 'store',
    company: companyOf(settings),
    mail: mailOf(settings),
    /** Lets a client with this token read the metrics remotely; null: this machine only. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    /** How long requests are still accepted after a signal to stop, so that a proxy can switch over first. */
    drainMs: settings.DRAIN_SECONDS * 1000,
    /** Which landing page `/` shows where the address names none. */
    landing: settings.LANDING,
    /** Whether the developer pages and their subprotocol are enabled: off in production by default. */
    developerPages: settings.DEVELOPER_PAGES ?? settings.NODE_ENV !== 'production',
    webDist: settings.WEB_DIST ?? resolve(import.meta.dirname, '../../../web/dist'),
  };
}

export type Config = ReturnType<typeof readConfig>;
