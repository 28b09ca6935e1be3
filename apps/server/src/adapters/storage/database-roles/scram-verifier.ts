/** A password as PostgreSQL stores it (SCRAM-SHA-256, RFC 5803): made here, so that the password itself reaches no log of the database. */
import { createHash, pbkdf2Sync, randomBytes } from 'node:crypto';
import { macOf } from '#crypto/mac.ts';

/** As PostgreSQL makes them itself. */
const ROUNDS = 4096;
const SALT_BYTES = 16;

/** `password` is printable ASCII: other letters would have to be normalised first (RFC 4013). */
export function scramVerifier(password: string): string {
  const salt = randomBytes(SALT_BYTES);
  const salted = pbkdf2Sync(password, salt, ROUNDS, 32, 'sha256');
  const storedKey = createHash('sha256').update(macOf(salted, 'Client Key')).digest('base64');
  const serverKey = macOf(salted, 'Server Key').toString('base64');
  return `SCRAM-SHA-256$${ROUNDS}:${salt.toString('base64')}$${storedKey}:${serverKey}`;
}
