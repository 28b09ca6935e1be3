/**
 * The form of an API key: `ut_live_`, 256 random bits, and a checksum, all letters and digits, so that a double click
 * selects it and scanners of leaked secrets recognise it.
 *
 * Its hash is a plain SHA-256. A slow hash protects passwords, which can be guessed from a list; nobody can try 2^256
 * keys at any speed, and a slow one would cost every request, and let strangers spend our processor time.
 */
import { createHash, randomBytes } from 'node:crypto';

const PREFIX = 'ut_live_';
const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 62^43 > 2^256, and 62^6 > 2^32. */
const SECRET_LETTERS = 43;
const CHECK_LETTERS = 6;
const FORM = new RegExp(`^${PREFIX}[0-9A-Za-z]{${SECRET_LETTERS + CHECK_LETTERS}}$`);

function base62(bytes: Buffer, letters: number): string {
  let rest = BigInt(`0x${bytes.toString('hex')}`);
  let text = '';
  while (text.length < letters) {
    text = `${ALPHABET[Number(rest % 62n)]}${text}`;
    rest /= 62n;
  }
  return text;
}

function checksumOf(secret: string): string {
  return base62(createHash('sha256').update(`${PREFIX}${secret}`).digest().subarray(0, 4), CHECK_LETTERS);
}

/** A key as it is shown once. */
export function newApiKey(): string {
  const secret = base62(randomBytes(32), SECRET_LETTERS);
  return `${PREFIX}${secret}${checksumOf(secret)}`;
}

/** False for text that cannot be a key, a mistyped one included: no lookup is needed to refuse it. */
export function isApiKey(text: string): boolean {
  if (!FORM.test(text)) return false;
  const secret = text.slice(PREFIX.length, PREFIX.length + SECRET_LETTERS);
  return text.endsWith(checksumOf(secret));
}

export function hashOfApiKey(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
