/**
 * Bytes at rest under a key: AES-256-GCM over chunks whose nonce counts them and marks the last one, the construction of the
 * age format (STREAM), so that a changed, a moved and a missing chunk each fail.
 */
import { hkdfSync, randomBytes } from 'node:crypto';
import { decrypt, encrypt } from '#crypto/aes-gcm.ts';
import { BackupError } from './backup-error.ts';

const MAGIC = Buffer.from('undertow-sealed-1\n');
const SALT_BYTES = 32;
const CHUNK_BYTES = 256 * 1024;
const TAG_BYTES = 16;

/** 11 bytes of counter, and one that marks the last chunk. */
function nonceOf(count: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12);
  nonce.writeUIntBE(count, 5, 6);
  nonce[11] = isLast ? 1 : 0;
  return nonce;
}

function fileKey(key: Buffer, salt: Uint8Array): Buffer {
  return Buffer.from(hkdfSync('sha256', key, salt, MAGIC, 32));
}

/** The bytes in pieces of one size except the last; a piece is handed on when it is known whether another follows. */
async function* piecesOf(
  source: AsyncIterable<Uint8Array>,
  size: number,
): AsyncGenerator<{ piece: Buffer; isLast: boolean }> {
  let held: Buffer[] = [];
  let bytes = 0;
  for await (const part of source) {
    held.push(Buffer.from(part.buffer, part.byteOffset, part.byteLength));
    bytes += part.byteLength;
    if (bytes <= size) continue;
    let all = Buffer.concat(held);
    while (all.length > size) {
      yield { piece: all.subarray(0, size), isLast: false };
      all = all.subarray(size);
    }
    held = [all];
    bytes = all.length;
  }
  yield { piece: Buffer.concat(held), isLast: true };
}

/** Plain bytes to sealed ones. */
export async function* seal(plain: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer> {
  const salt = randomBytes(SALT_BYTES);
  const secret = fileKey(key, salt);
  yield Buffer.concat([MAGIC, salt]);
  let count = 0;
  for await (const { piece, isLast } of piecesOf(plain, CHUNK_BYTES)) {
    yield encrypt(secret, nonceOf(count, isLast), piece);
    count += 1;
  }
}

/** The first bytes, and what follows them. */
async function splitHead(
  source: AsyncIterable<Uint8Array>,
  size: number,
): Promise<{ head: Buffer; rest: AsyncGenerator<Uint8Array> }> {
  const parts = source[Symbol.asyncIterator]();
  let head = Buffer.alloc(0);
  while (head.length < size) {
    const next = await parts.next();
    if (next.done === true) break;
    head = Buffer.concat([head, next.value]);
  }
  const remainder = head.subarray(size);
  async function* rest(): AsyncGenerator<Uint8Array> {
    yield remainder;
    yield* { [Symbol.asyncIterator]: () => parts };
  }
  return { head: head.subarray(0, size), rest: rest() };
}

function openPiece(piece: Buffer, secret: Buffer, nonce: Buffer): Buffer {
  if (piece.length < TAG_BYTES) throw new BackupError('the sealed file is cut off');
  try {
    return decrypt(secret, nonce, piece);
  } catch (cause) {
    throw new BackupError(
      'the sealed file does not open: expected the key that it was made with (BACKUP_KEY), and every byte as it was written',
      { cause },
    );
  }
}

/** Sealed bytes to plain ones. Throws `BackupError` at the first byte that is not what was sealed with this key. */
export async function* unseal(sealed: AsyncIterable<Uint8Array>, key: Buffer): AsyncGenerator<Buffer> {
  const { head, rest } = await splitHead(sealed, MAGIC.length + SALT_BYTES);
  if (head.length < MAGIC.length + SALT_BYTES || !head.subarray(0, MAGIC.length).equals(MAGIC))
    throw new BackupError('expected a sealed file of Undertow');
  const secret = fileKey(key, head.subarray(MAGIC.length));
  let count = 0;
  for await (const { piece, isLast } of piecesOf(rest, CHUNK_BYTES + TAG_BYTES)) {
    yield openPiece(piece, secret, nonceOf(count, isLast));
    count += 1;
  }
}
