/** Keys of this machine's sandbox: generated once at random, stored in the data folder, readable by their owner only. */
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
  /** Keys of the payment provider's test mode, and what signs its webhooks. */
  readonly stripeSecretKey: string;
  readonly stripePublishableKey: string;
  readonly stripeWebhookSecret: string;
  /** Seals the passwords of connected accounts: 32 bytes as hexadecimal digits. */
  readonly credentialKey: string;
  /** API key of the stand-in for Databento: 32 characters. */
  readonly databentoKey: string;
}

function makeKeys(): DevelopmentKeys {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const kid = randomBytes(8).toString('hex');
  return {
    cookieKey: randomBytes(32).toString('hex'),
    clientSecret: randomBytes(32).toString('base64url'),
    issuerCookieKey: randomBytes(32).toString('base64url'),
    signingKey: { ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256', kid },
    stripeSecretKey: `sk_test_${randomBytes(24).toString('hex')}`,
    stripePublishableKey: `pk_test_${randomBytes(24).toString('hex')}`,
    stripeWebhookSecret: `whsec_${randomBytes(24).toString('hex')}`,
    credentialKey: randomBytes(32).toString('hex'),
    databentoKey: `db-${randomBytes(16).toString('hex').slice(0, 29)}`,
  };
}

/** Keys of an earlier version; null without one. */
function readKept(path: string): Partial<DevelopmentKeys> | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Partial<DevelopmentKeys>;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return null;
  }
}

/** The keys of the data folder; missing ones are generated. */
export function readDevelopmentKeys(dataDir: string): DevelopmentKeys {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, 'sandbox-keys.json');
  const kept = readKept(path);
  const made = makeKeys();
  const keys = { ...made, ...kept };
  if (Object.keys(made).some((name) => kept?.[name as keyof DevelopmentKeys] === undefined)) {
    writeFileSync(path, JSON.stringify(keys), { mode: 0o600 });
  }
  return keys;
}
