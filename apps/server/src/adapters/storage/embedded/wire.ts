/** Messages of PostgreSQL's wire protocol 3.0 that pass between the driver and the engine. Source: PostgreSQL documentation, 55.7 Message Formats. */

/** One message: its type, its length without the type, its content. */
function messageOf(type: string, content = ''): Uint8Array {
  const body = Buffer.from(content);
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

/** Ends a series of messages; the response says whether a transaction is open. */
export const SYNC = messageOf('S');

export const queryMessage = (text: string): Uint8Array => messageOf('Q', `${text}\0`);

export const isTerminate = (request: Uint8Array): boolean => request[0] === 'X'.charCodeAt(0);

/** A refusal with its SQLSTATE. */
export function errorResponse(code: string, message: string): Uint8Array {
  return messageOf('E', `SERROR\0VERROR\0C${code}\0M${message}\0\0`);
}

/** Texts of the statements in a request (Query and Parse), letters beyond Latin 1 spoilt; none in a startup, which has no type. */
export function statementsIn(request: Uint8Array): readonly string[] {
  const bytes = Buffer.from(request.buffer, request.byteOffset, request.byteLength);
  const texts: string[] = [];
  for (let at = 0; at + 5 <= bytes.length && bytes[at] !== 0; at += 1 + bytes.readInt32BE(at + 1)) {
    const type = String.fromCharCode(bytes[at] ?? 0);
    if (type !== 'Q' && type !== 'P') continue;
    // The text of Parse follows the name of the statement
    const start = type === 'P' ? bytes.indexOf(0, at + 5) + 1 : at + 5;
    texts.push(bytes.toString('latin1', start, bytes.indexOf(0, start)));
  }
  return texts;
}
