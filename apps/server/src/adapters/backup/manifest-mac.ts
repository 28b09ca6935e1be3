/** The authentication code of a manifest: HMAC-SHA256 under a key derived from the backup key, over its facts in one order. */
import { hkdfSync } from 'node:crypto';
import { isSameSecret, macOf } from '#crypto/mac.ts';
import { BackupError } from './backup-error.ts';

const PURPOSE = 'undertow-manifest-1';

/** JSON with the keys of every object in order: the layout of a file does not matter, its contents do. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([name, one]) => `${JSON.stringify(name)}:${canonical(one)}`).join(',')}}`;
}

/** The code of everything in the manifest but the code itself, in hexadecimal digits. */
export function manifestMac(manifest: object, key: Buffer): string {
  const { mac: _itself, ...facts } = manifest as { readonly mac?: unknown };
  const secret = Buffer.from(hkdfSync('sha256', key, '', PURPOSE, 32));
  return macOf(secret, canonical(facts)).toString('hex');
}

interface Authenticated {
  readonly mac?: string | undefined;
  readonly file: { readonly isSealed: boolean };
}

/**
 * Throws `BackupError` unless the manifest is as it was written with this key. One without a code was written by an earlier
 * build or without a key, or stripped: it passes only where there is no key, or the operator vouches for it.
 */
export function requireAuthentic(
  manifest: Authenticated,
  key: Buffer | null,
  allowsUnauthenticated: boolean,
): void {
  const { mac, file } = manifest;
  if (key === null) {
    if (mac === undefined && !file.isSealed) return;
    throw new BackupError('the backup is sealed: expected its key in BACKUP_KEY or BACKUP_KEY_FILE');
  }
  if (mac === undefined) {
    if (allowsUnauthenticated) return;
    throw new BackupError(
      'the manifest is not authenticated: it was written by an earlier build or without a key, or it was changed. ' +
        'Pass --unauthenticated only for a backup that nobody else could write to',
    );
  }
  if (isSameSecret(mac, manifestMac(manifest, key))) return;
  throw new BackupError(
    'the manifest was changed: expected the key that it was made with (BACKUP_KEY), and every fact as it was written',
  );
}
