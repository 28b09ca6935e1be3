/** Reads a small form that a browser has posted. */
import type { IncomingMessage } from 'node:http';

const MAX_FORM_BYTES = 8_192;

/** Rejects when the form is larger than 8 kB. */
export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_FORM_BYTES) throw new Error('the form is too large');
    chunks.push(chunk);
  }
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'));
}
