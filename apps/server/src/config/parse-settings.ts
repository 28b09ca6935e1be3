/** Settings of the environment by their schema, or one error that lists what is wrong with each. */
import type { z } from 'zod';
import { withSecretFiles } from './secret-files.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** Thrown for settings that cannot be used; the message lists each one with what was expected. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

/** Throws a `ConfigError` that lists them. */
export function refuse(faults: readonly string[]): never {
  throw new ConfigError(`These settings cannot be used:\n${faults.map((fault) => `  ${fault}`).join('\n')}`);
}

/** Values that are empty are not set. Throws `ConfigError`. */
export function parseWith<S extends z.ZodObject>(settings: S, environment: Environment): z.output<S> {
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
