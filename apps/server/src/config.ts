/** The settings of the server: the only reader of the environment. A wrong one is refused at start with what was expected. */
import { isAbsolute, join, resolve } from 'node:path';
import { type Plan, priceFaults } from '@undertow/contracts';
import { z } from 'zod';
import { BILLING_SHAPE, billingOf } from './billing-config.ts';
import { COMPANY_SHAPE, companyOf, mailOf } from './company-config.ts';
import { RETENTION_SHAPE, retentionOf } from './retention-config.ts';
import { RITHMIC_SHAPE, rithmicOf } from './rithmic-config.ts';
import { withSecretFiles } from './secret-files.ts';
import { integer } from './setting-shapes.ts';
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

const flag = z.enum(['0', '1'], { message: 'expected 0 or 1' }).transform((value) => value === '1');

const key = z.string().regex(/^[0-9a-f]{64}$/i, 'expected 32 random bytes as 64 hexadecimal digits');

const feed = z
  .string()
  .regex(/^(simulated|replay:.+)$/, 'expected simulated or replay:FILE')
  .transform((text) =>
    text === 'simulated'
      ? { kind: 'simulated' as const }
      : { kind: 'replay' as const, path: resolve(text.slice('replay:'.length)) },
  );

const replaySpeed = z
  .string()
  .regex(/^(max|\d+(\.\d+)?)$/, 'expected a positive number, or max for as fast as possible')
  .transform((text) => (text === 'max' ? null : Number(text)))
  .refine((value) => value === null || value > 0, 'expected a positive number');

const symbols = z
  .string()
  .regex(/^[A-Z0-9]+(,[A-Z0-9]+)*$/, 'expected symbols separated by commas, for example ES,NQ')
  .transform((text) => text.split(','));

const schema = z.object({
  PORT: integer(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\//, 'expected postgres://…')
    .optional(),
  ALLOW_PGLITE: flag.default(false),
  ERASURE_LEDGER: z.string().min(1).optional(),
  FEED: feed.default({ kind: 'simulated' }),
  REPLAY_SPEED: replaySpeed.default(1),
  ...RETENTION_SHAPE,
  SIM_SEED: integer(0, 4_294_967_295).optional(),
  SIM_INSTRUMENTS: symbols.optional(),
  SIM_SCENARIO: z.enum(['life', 'journey'], { message: 'expected life or journey' }).default('life'),
  PUBLIC_ORIGIN: origin.optional(),
  TRUST_PROXY: integer(0, 10).default(0),
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: z.string('expected the client id at the issuer').min(1),
  OIDC_CLIENT_SECRET: z.string('expected the client secret at the issuer').min(1),
  COOKIE_KEY: key,
  BOOTSTRAP_ADMIN_SUB: z.string().min(1).optional(),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
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
  LANDING: z
    .enum(['professional', 'bold'], { message: 'expected professional or bold' })
    .default('professional'),
  DEVELOPER_PAGES: flag.optional(),
});

/** Settings that opening the storage needs: commands read no more than these. */
export const storageSchema = schema.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  ALLOW_PGLITE: true,
  NODE_ENV: true,
  ERASURE_LEDGER: true,
});

/** Settings of the commands that take backups and bring them back. */
const backupSchema = storageSchema.extend({
  BACKUP_KEY: key.optional(),
  PG_BIN: z.string().min(1).optional(),
});

/** What the programs of PostgreSQL need of the environment: nothing of ours that is secret. */
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

/** Names of every setting, those of commands included. */
export const SETTING_NAMES = [...new Set([...Object.keys(schema.shape), ...Object.keys(backupSchema.shape)])];

type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown for settings that cannot be used; the message lists each one with what was expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function refuse(faults: readonly string[]): never {
  throw new ConfigError(`These settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

function parseWith<S extends z.ZodObject>(settings: S, environment: Environment): z.output<S> {
  const read = withSecretFiles(environment, Object.keys(settings.shape));
  if (read.faults.length > 0) refuse(read.faults);
  const given = Object.fromEntries(Object.entries(read.environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (parsed.success) return parsed.data;
  return refuse(
    parsed.error.issues.map((issue) => {
      const name = issue.path.join('.');
      const shown = (environment[name] ?? '') === '' && given[name] !== undefined ? `${name}_FILE` : name;
      const missing = given[name] === undefined ? 'is not set, ' : '';
      return `${shown} ${missing}${issue.message}`;
    }),
  );
}

/** Throws `ConfigError` for prices that may not be shown and charged at this instant. */
export function requirePriceNotice(plans: readonly Plan[], nowMs: number): void {
  const faults = priceFaults(plans, nowMs);
  if (faults.length === 0) return;
  throw new ConfigError(
    `These prices of the plans cannot be used:\n${faults.map((one) => `  ${one}`).join('\n')}`,
  );
}

export interface StorageConfig {
  readonly dataDir: string;
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /** File that names who was erased, for backups that are brought back. */
  readonly erasureLedger: string;
}

function storageOf(settings: z.output<typeof storageSchema>): StorageConfig {
  if (settings.NODE_ENV === 'production' && settings.DATABASE_URL === undefined && !settings.ALLOW_PGLITE) {
    refuse([
      'DATABASE_URL is not set: production expects PostgreSQL (the embedded database never syncs to disk); ' +
        'set ALLOW_PGLITE=1 to run on it all the same',
    ]);
  }
  const dataDir = isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : resolve(settings.DATA_DIR);
  const erasureLedger = resolve(settings.ERASURE_LEDGER ?? join(dataDir, 'erasure-ledger.jsonl'));
  return { dataDir, databaseUrl: settings.DATABASE_URL, erasureLedger };
}

/** Reads what the storage commands need. Throws `ConfigError`. */
export function readStorageConfig(environment: Environment = process.env): StorageConfig {
  return storageOf(parseWith(storageSchema, environment));
}

/** Reads what backup, restore and drill need. Throws `ConfigError`. */
export function readBackupConfig(environment: Environment = process.env) {
  const settings = parseWith(backupSchema, environment);
  if (settings.NODE_ENV === 'production' && settings.BACKUP_KEY === undefined)
    refuse(['BACKUP_KEY is not set: production expects a key, so that no backup lies open']);
  const passed = TOOL_ENVIRONMENT.flatMap((name): [string, string][] => {
    const value = environment[name];
    return value === undefined ? [] : [[name, value]];
  });
  return {
    ...storageOf(settings),
    key: settings.BACKUP_KEY === undefined ? null : Buffer.from(settings.BACKUP_KEY, 'hex'),
    tools: { binaries: settings.PG_BIN ?? null, environment: Object.fromEntries(passed) },
  };
}

const retentionSchema = storageSchema.extend(RETENTION_SHAPE);

/** Reads what the purge needs. Throws `ConfigError`. */
export function readRetentionConfig(environment: Environment = process.env) {
  const settings = parseWith(retentionSchema, environment);
  return { ...storageOf(settings), retention: retentionOf(settings) };
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
  return { ...storageOf(settings), keys };
}

function rithmicFrom(settings: z.output<typeof schema>, publicOrigin: string) {
  const place = { publicOrigin, production: settings.NODE_ENV === 'production' };
  const { rithmic, faults } = rithmicOf(settings, place);
  return faults.length === 0 ? rithmic : refuse(faults);
}

/** Reads and checks every setting. Throws `ConfigError`. */
export function readConfig(environment: Environment = process.env) {
  const settings = parseWith(schema, environment);
  const publicOrigin = settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`;
  return {
    ...storageOf(settings),
    port: settings.PORT,
    host: settings.HOST,
    feed: settings.FEED,
    /** Null: as fast as possible. */
    replaySpeed: settings.REPLAY_SPEED,
    retention: retentionOf(settings),
    simSeed: settings.SIM_SEED ?? null,
    simInstruments: settings.SIM_INSTRUMENTS ?? null,
    /** `journey` lets the simulated iceberg agents arrive soon, for tests. */
    simScenario: settings.SIM_SCENARIO,
    publicOrigin,
    /** Number of proxies in front whose forwarding headers are believed. */
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
    /** Null: nothing can be bought here, and the routes of payment say so. */
    billing: billingFrom(settings, environment),
    /** Null: nobody can connect an account of his own here. */
    rithmic: rithmicFrom(settings, publicOrigin),
    company: companyOf(settings),
    mail: mailOf(settings),
    /** Lets whoever bears it read the measures from elsewhere; null: this machine only. */
    metricsToken: settings.METRICS_TOKEN ?? null,
    /** How long requests are still taken after a signal to stop, so that a proxy can look elsewhere first. */
    drainMs: settings.DRAIN_SECONDS * 1000,
    /** Which landing page stands at `/` where the address names none. */
    landing: settings.LANDING,
    /** Whether the developer pages and their subprotocol are there: off in production unless told otherwise. */
    developerPages: settings.DEVELOPER_PAGES ?? settings.NODE_ENV !== 'production',
    webDist: settings.WEB_DIST ?? resolve(import.meta.dirname, '../../web/dist'),
  };
}

export type Config = ReturnType<typeof readConfig>;
