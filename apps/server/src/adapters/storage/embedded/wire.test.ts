/** Messages of the wire protocol: what is read of a request, and what is written. */
import { expect, test } from 'vitest';
import { errorResponse, isTerminate, queryMessage, SYNC, statementsIn } from './wire.ts';

/** As the driver writes a statement with parameters: type P, name, text, number of types. */
function parseMessage(name: string, text: string): Uint8Array {
  const body = Buffer.from(`${name}\0${text}\0\0\0`);
  const head = Buffer.from([80, 0, 0, 0, 0]);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
}

test('the statements of a request are those of all its messages', () => {
  const request = Buffer.concat([
    parseMessage('', 'SELECT $1'),
    SYNC,
    parseMessage('named', 'DELETE FROM a'),
    SYNC,
    queryMessage('COMMIT'),
  ]);
  expect(statementsIn(request)).toEqual(['SELECT $1', 'DELETE FROM a', 'COMMIT']);
});

test('a startup, an empty request and one that is cut short hold no statement that would be read beyond them', () => {
  const startup = Buffer.from([0, 0, 0, 9, 0, 3, 0, 0, 0]);
  expect(statementsIn(startup)).toEqual([]);
  expect(statementsIn(new Uint8Array(0))).toEqual([]);
  expect(statementsIn(queryMessage('SELECT 1').subarray(0, 4))).toEqual([]);
});

test('a query counts its bytes, not its letters', () => {
  const message = Buffer.from(queryMessage('SELECT ‘é’'));
  expect(message.readInt32BE(1)).toBe(message.length - 1);
});

test('a refusal carries its code and its text, each ended by a zero', () => {
  expect(Buffer.from(errorResponse('53100', 'full')).toString('latin1', 5)).toBe(
    'SERROR\0VERROR\0C53100\0Mfull\0\0',
  );
});

test('only a terminate message ends a connection', () => {
  expect(isTerminate(Buffer.from('X\0\0\0\u0004'))).toBe(true);
  expect(isTerminate(SYNC)).toBe(false);
});
