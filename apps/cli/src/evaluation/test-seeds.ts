/** Seeds of the sealed test: drawn from a salt that lies outside the repository and whose hash is committed. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { InputError } from '#terminal/terminal.ts';

const COMMITMENT = fileURLToPath(new URL('../../../../docs/test-seeds.sha256', import.meta.url));
/** Six bytes of the hash: a safe integer. */
const SEED_BYTES = 6;

export interface TestSalt {
  readonly salt: string;
  /** SHA-256 of the salt, hex: what is committed. */
  readonly commitment: string;
}

/** Reads the salt and refuses one that is not the committed one. */
export async function readTestSalt(path: string): Promise<TestSalt> {
  const salt = (await readFile(path, 'utf8')).trim();
  const commitment = sha256(salt);
  const expected = (await readFile(COMMITMENT, 'utf8')).trim();
  if (commitment !== expected)
    throw new InputError(`${path}: expected the salt whose SHA-256 is ${expected}, got one of ${commitment}`);
  return { salt, commitment };
}

/** The same salt gives the same seeds; they cannot be predicted without it. */
export function testSeeds({ salt }: TestSalt, generator: string, count: number): number[] {
  return Array.from({ length: count }, (_, index) =>
    Number.parseInt(sha256(`${salt}/${generator}/${index}`).slice(0, 2 * SEED_BYTES), 16),
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
