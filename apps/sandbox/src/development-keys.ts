/** Keys of this machine's sandbox: made once at random, kept in the data folder, readable by their owner only. */
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export interface DevelopmentKeys {
  /** COOKIE_KEY of the server. */
  readonly cookieKey: string;
  readonly clientSecret: string;
  readonly issuerCookieKey: string;
  /** Private signing key of the issuer as a JSON Web Key. */
  readonly signingKey: Readonly<Record<string, unknown>>;
}

function makeKeys(): DevelopmentKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomBytes(8).toString('hex');
  return {
    cookieKey: randomBytes(32).toString('hex'),
    clientSecret: randomBytes(32).toString('base64url'),
    issuerCookieKey: randomBytes(32).toString('base64url'),
    signingKey: { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid },
  };
}

/** The keys of the data folder, made when it has none. */
export function readDevelopmentKeys(dataDir: string): DevelopmentKeys {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'sandbox-keys.json');
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as DevelopmentKeys;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  const keys = makeKeys();
  writeFileSync(path, JSON.stringify(keys), { mode: 0o600 });
  return keys;
}
