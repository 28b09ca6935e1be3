/** What the storage commands need of the environment; apart from `config.ts`, whose plans and feeds most of them would load for nothing. */
import { z } from 'zod';
import { type Environment, parseWith, refuse } from './parse-settings.ts';
import { STORAGE_SHAPE, type StorageConfig, storageOf } from './storage-config.ts';

export const storageSchema = z.object(STORAGE_SHAPE);

/** Throws `ConfigError`. */
export function storageFrom(settings: z.output<typeof storageSchema>, databaseUrl?: string): StorageConfig {
  const { storage, faults } = storageOf(settings, databaseUrl);
  return storage ?? refuse(faults);
}

/** Reads what the storage commands need. Throws `ConfigError`. */
export function readStorageConfig(environment: Environment = process.env): StorageConfig {
  return storageFrom(parseWith(storageSchema, environment));
}
