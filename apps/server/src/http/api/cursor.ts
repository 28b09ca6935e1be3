/** Cursors of pages: signed for their owner, route and filters, so that an edited or a borrowed one is refused. */
import { isSameSecret, macOf } from '#crypto/mac.ts';
import { AppError } from '#failures/app-error.ts';

const MAC_BYTES = 16;

/** What a page belongs to. */
export interface CursorPlace {
  readonly routeId: string;
  readonly userId: string;
  /** The query without its cursor; `limit` may change from page to page. */
  readonly query: Readonly<Record<string, unknown>>;
}

export interface Cursors {
  sign(place: CursorPlace, position: string): string;
  /** The position that was signed. Throws `BAD_REQUEST` for any other text. */
  read(place: CursorPlace, cursor: string): string;
}

export function createCursors(secret: Buffer): Cursors {
  const key = macOf(secret, 'cursors of the public API');

  function signatureOf({ routeId, userId, query }: CursorPlace, position: string): Buffer {
    const { after: _cursor, limit: _limit, ...filters } = query;
    const sorted = Object.entries(filters).toSorted(([one], [other]) => (one < other ? -1 : 1));
    const text = JSON.stringify([routeId, userId, sorted, position]);
    return macOf(key, text).subarray(0, MAC_BYTES);
  }

  return {
    sign(place, position) {
      const body = Buffer.from(position, 'utf8').toString('base64url');
      return `${body}.${signatureOf(place, position).toString('base64url')}`;
    },
    read(place, cursor) {
      const [body = '', mac = ''] = cursor.split('.');
      const position = Buffer.from(body, 'base64url').toString('utf8');
      if (isSameSecret(mac, signatureOf(place, position).toString('base64url'))) return position;
      const message = 'expected `next` of the page before, with the same filters';
      throw new AppError('BAD_REQUEST', [{ path: 'after', message }]);
    },
  };
}
