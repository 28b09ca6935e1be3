/** The settings of where rows are stored: their schemas for `config.ts`, and their parsed form. */
import { isAbsolute, join, resolve } from 'node:path';
import { z } from 'zod';
import { DATABASE_TLS_SHAPE, databaseTlsFaults, withDatabaseTls } from './database-tls.ts';
import { flag } from './setting-shapes.ts';

const databaseAddress = z.string().regex(/^postgres(ql)?:\/\//, 'expected postgres://…');

export const STORAGE_SHAPE = {
  DATA_DIR: z.string().min(1).default('.data'),
  DATABASE_URL: databaseAddress.optional(),
  MIGRATION_DATABASE_URL: databaseAddress.optional(),
  ...DATABASE_TLS_SHAPE,
  ALLOW_PGLITE: flag.default(false),
  ERASURE_LEDGER: z.string().min(1).optional(),
  NODE_ENV: z.enum(['development', 'test', 'production']).default('development'),
};

export const BACKUP_ADDRESS_SHAPE = { BACKUP_DATABASE_URL: databaseAddress.optional() };

const storageSchema = z.object(STORAGE_SHAPE);
type StorageSettings = z.output<typeof storageSchema>;

export interface StorageConfig {
  readonly dataDir: string;
  /** Undefined: the embedded database in `dataDir`. */
  readonly databaseUrl: string | undefined;
  /**
   * Of the role that owns the tables: it migrates the schema, and is closed again. Undefined: `databaseUrl` does so.
   */
  readonly migrationUrl: string | undefined;
  /** File that lists erased accounts, for backups that are restored. */
  readonly erasureLedger: string;
}

/** `address` is for commands that connect as another role than the server's. */
export function storageOf(
  settings: StorageSettings,
  address = settings.DATABASE_URL,
): { readonly storage: StorageConfig | null; readonly faults: readonly string[] } {
  const faults: string[] = [];
  if (address === undefined && settings.MIGRATION_DATABASE_URL !== undefined)
    faults.push('DATABASE_URL is not set, and MIGRATION_DATABASE_URL is: expected both, or neither');
  else if (settings.NODE_ENV === 'production' && address === undefined && !settings.ALLOW_PGLITE)
    faults.push(
      'DATABASE_URL is not set: production expects PostgreSQL (the embedded database never syncs to disk); ' +
        'set ALLOW_PGLITE=1 to run on it all the same',
    );
  const dataDir = isAbsolute(settings.DATA_DIR) ? settings.DATA_DIR : resolve(settings.DATA_DIR);
  const erasureLedger = resolve(settings.ERASURE_LEDGER ?? join(dataDir, 'erasure-ledger.jsonl'));
  const { MIGRATION_DATABASE_URL: owner } = settings;
  faults.push(...databaseTlsFaults({ DATABASE_URL: address, MIGRATION_DATABASE_URL: owner }, settings));
  if (faults.length > 0) return { storage: null, faults };
  const databaseUrl = address === undefined ? undefined : withDatabaseTls(address, settings);
  const migrationUrl = owner === undefined ? undefined : withDatabaseTls(owner, settings);
  return { storage: { dataDir, databaseUrl, migrationUrl, erasureLedger }, faults };
}
