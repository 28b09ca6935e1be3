/** The settings of the server: the only reader of the environment. A wrong one is refused at start with what was expected. */
import { isAbsolute, resolve } from 'node:path';
import { type Plan, priceFaults } from '@undertow/contracts';
import { z } from 'zod';
import { BILLING_SHAPE, billingOf } from './billing-config.ts';
import { COMPANY_SHAPE, companyOf, mailOf } from './company-config.ts';
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

function integer(min: number, max: number) {
  const message = `expected a whole number from ${min} to ${max}`;
  return z
    .string()
    .regex(/^\d+$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message);
}

const cookieKey = z.string().regex(/^[0-9a-f]{64}$/i, 'expected 32 random bytes as 64 hexadecimal digits');

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
  FEED: feed.default({ kind: 'simulated' }),
  REPLAY_SPEED: replaySpeed.default(1),
  EVENT_RETENTION_DAYS: integer(8, 36_500).default(400),
  BAR_RETENTION_DAYS: integer(0, 36_500).default(0),
  SIM_SEED: integer(0, 4_294_967_295).optional(),
  SIM_INSTRUMENTS: symbols.optional(),
  SIM_SCENARIO: z.enum(['life', 'journey'], { message: 'expected life or journey' }).default('life'),
  PUBLIC_ORIGIN: origin.optional(),
  TRUST_PROXY: integer(0, 10).default(0),
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: z.string('expected the client id at the issuer').min(1),
  OIDC_CLIENT_SECRET: z.string('expected the client secret at the issuer').min(1),
  COOKIE_KEY: cookieKey,
  BOOTSTRAP_ADMIN_SUB: z.string().min(1).optional(),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  WEB_DIST: z.string().min(1).optional(),
  ALERT_DAYS: integer(1, 3650).default(90),
  ...BILLING_SHAPE,
  ...COMPANY_SHAPE,
  LANDING: z
    .enum(['professional', 'bold'], { message: 'expected professional or bold' })
    .default('professional'),
});

/** Settings that opening the storage needs: commands read no more than these. */
export const storageSchema = schema.pick({
  DATA_DIR: true,
  DATABASE_URL: true,
  ALLOW_PGLITE: true,
  NODE_ENV: true,
});

type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown for settings that cannot be used; the message lists each one with what was expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

function parseWith<S extends z.ZodType>(settings: S, environment: Environment): z.output<S> {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== ''));
  const parsed = settings.safeParse(given);
  if (parsed.success) return parsed.data;
  const lines = parsed.error.issues.map((issue) => {
    const name = issue.path.join('.');
    const missing = given[name] === undefined ? 'is not set, ' : '';
    return `  ${name} ${missing}${issue.message}`;
  });
  throw new ConfigError(`These settings cannot be used:\n${lines.join('\n')}`);
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
}

function storageOf(settings: z.output<typeof storageSchema>): StorageConfig {
  if (settings.NODE_ENV === 'production' && settings.DATABASE_URL === undefined && !settings.ALLOW_PGLITE) {
    throw new ConfigError(
      'These settings cannot be used:\n  DATABASE_URL is not set: production expects PostgreSQL (the embedded ' +
        'database never syncs to disk); set ALLOW_PGLITE=1 to run on it all the same',
    );
  }
  const dataDir = isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : resolve(settings.DATA_DIR);
  return { dataDir, databaseUrl: settings.DATABASE_URL };
}

/** Reads what the storage commands need. Throws `ConfigError`. */
export function readStorageConfig(environment: Environment = process.env): StorageConfig {
  return storageOf(parseWith(storageSchema, environment));
}

function billingFrom(settings: z.output<typeof schema>, environment: Environment) {
  const { billing, faults } = billingOf(settings, environment);
  if (faults.length === 0) return billing;
  throw new ConfigError(`These settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

/** Reads and checks every setting. Throws `ConfigError`. */
export function readConfig(environment: Environment = process.env) {
  const settings = parseWith(schema, environment);
  return {
    ...storageOf(settings),
    port: settings.PORT,
    host: settings.HOST,
    feed: settings.FEED,
    /** Null: as fast as possible. */
    replaySpeed: settings.REPLAY_SPEED,
    retention: {
      eventDays: settings.EVENT_RETENTION_DAYS,
      barDays: settings.BAR_RETENTION_DAYS === 0 ? null : settings.BAR_RETENTION_DAYS,
    },
    simSeed: settings.SIM_SEED ?? null,
    simInstruments: settings.SIM_INSTRUMENTS ?? null,
    /** `journey` lets the simulated iceberg agents arrive soon, for tests. */
    simScenario: settings.SIM_SCENARIO,
    publicOrigin: settings.PUBLIC_ORIGIN ?? `http://localhost:${settings.PORT}`,
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
    company: companyOf(settings),
    mail: mailOf(settings),
    /** How long alerts are kept. */
    alertDays: settings.ALERT_DAYS,
    /** Which landing page stands at `/` where the address names none. */
    landing: settings.LANDING,
    webDist: settings.WEB_DIST ?? resolve(import.meta.dirname, '../../web/dist'),
  };
}

export type Config = ReturnType<typeof readConfig>;
