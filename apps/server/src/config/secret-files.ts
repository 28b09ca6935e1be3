/**
 * Secrets in files: `NAME_FILE` names the file in place of `NAME`, the convention of Docker, Kubernetes and systemd.
 */
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';

type Environment = Readonly<Record<string, string | undefined>>;

/** Settings that are secret, or contain a password. */
export const SECRET_SETTINGS = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'BACKUP_DATABASE_URL',
  'COOKIE_KEY',
  'OIDC_CLIENT_SECRET',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRETS',
  'SMTP_URL',
  'METRICS_TOKEN',
  'BACKUP_KEY',
  'CREDENTIAL_KEYS',
  'DATABENTO_KEY',
  'NATS_URL',
  'NEWS_SCORER_KEY',
] as const;

const MAX_BYTES = 16 * 1024;
/** Where a container finds its own mounted secrets; there every file is readable by default. */
const MOUNTED = '/run/secrets/';
const READ_BY_OTHERS = 0o004;
const WRITTEN_BY_OTHERS = 0o002;

/** Content of a secret's file, or what is wrong with it. */
type Read = { readonly text: string } | { readonly fault: string };

function readOpen(file: number, path: string, production: boolean): Read {
  const found = fstatSync(file);
  if (!found.isFile()) return { fault: 'expected a file' };
  if (found.size > MAX_BYTES) return { fault: `expected at most ${MAX_BYTES} bytes` };
  if ((found.mode & WRITTEN_BY_OTHERS) !== 0)
    return { fault: 'expected a file that other accounts cannot write (chmod 400)' };
  if (production && (found.mode & READ_BY_OTHERS) !== 0 && !path.startsWith(MOUNTED))
    return { fault: 'expected a file that other accounts cannot read (chmod 400)' };
  // Editors and `echo` end a file with a new line
  const text = readFileSync(file, 'utf8').replace(/\r?\n$/, '');
  if (text === '') return { fault: 'expected the secret, the file is empty' };
  return { text };
}

function readSecret(path: string, production: boolean): Read {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    return { fault: `expected a readable file (${(error as NodeJS.ErrnoException).code})` };
  }
  try {
    return readOpen(file, path, production);
  } finally {
    closeSync(file);
  }
}

/**
 * The environment with the secrets of `names` read from their files, and a sentence for each that cannot be. Only those
 * are read, so that a command needs no secret that it does not use. No sentence contains the content of a file.
 */
export function withSecretFiles(
  environment: Environment,
  names: readonly string[],
): { readonly environment: Environment; readonly faults: readonly string[] } {
  const production = environment['NODE_ENV'] === 'production';
  const read: Record<string, string> = {};
  const faults: string[] = [];
  for (const name of SECRET_SETTINGS.filter((secret) => names.includes(secret))) {
    const path = environment[`${name}_FILE`] ?? '';
    if (path === '') continue;
    if ((environment[name] ?? '') !== '') {
      faults.push(`${name} and ${name}_FILE are both set, expected one of them`);
      continue;
    }
    const found = readSecret(path, production);
    if ('fault' in found) faults.push(`${name}_FILE ${path}: ${found.fault}`);
    else read[name] = found.text;
  }
  return { environment: { ...environment, ...read }, faults };
}
