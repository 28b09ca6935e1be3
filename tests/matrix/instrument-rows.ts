/** Rows of the catalogue, the user's instruments and the watchlist. */
import { all, type MatrixRow, paid } from './matrix-row.ts';

const BASE_URL = '/api/user/instruments';

export const INSTRUMENT_ROWS: readonly MatrixRow[] = [
  {
    route: 'addUserInstrument',
    situation: 'first',
    statuses: paid(201),
    crossSite: 403,
    request: { url: BASE_URL, body: { instrumentId: 1 } },
  },
  {
    route: 'addUserInstrument',
    situation: 'second',
    statuses: [401, 403, 403, 201, 201, 403],
    instruments: [1],
    request: { url: BASE_URL, body: { instrumentId: 2 } },
  },
  {
    route: 'addUserInstrument',
    situation: 'fourth',
    statuses: [401, 403, 403, 403, 201, 403],
    instruments: [1, 2, 3],
    request: { url: BASE_URL, body: { instrumentId: 4 } },
  },
  {
    route: 'addUserInstrument',
    situation: 'duplicate',
    statuses: paid(409),
    instruments: [1],
    request: { url: BASE_URL, body: { instrumentId: 1 } },
  },
  {
    route: 'addUserInstrument',
    situation: 'unknown',
    statuses: all(401, 404),
    request: { url: BASE_URL, body: { instrumentId: 999 } },
  },
  {
    route: 'addUserInstrument',
    situation: 'malformed',
    statuses: all(401, 400),
    request: { url: BASE_URL, body: { instrumentId: '1' } },
  },
  {
    route: 'addUserInstrument',
    situation: 'extra key',
    statuses: all(401, 400),
    request: { url: BASE_URL, body: { instrumentId: 1, userId: 'x' } },
  },
  {
    route: 'addUserInstrument',
    situation: 'not JSON',
    statuses: all(401, 415),
    crossSite: 403,
    request: { url: BASE_URL, body: 'instrumentId=1', headers: { 'content-type': 'text/plain' } },
  },
  {
    route: 'removeUserInstrument',
    situation: 'own row',
    statuses: [401, 404, 200, 200, 200, 404],
    crossSite: 403,
    instruments: [1],
    request: { url: `${BASE_URL}/1` },
  },
  {
    route: 'removeUserInstrument',
    situation: "another's row",
    statuses: all(401, 404),
    request: { url: `${BASE_URL}/2` },
  },
  {
    route: 'swapUserInstrument',
    situation: 'own rows',
    statuses: [401, 404, 404, 200, 200, 404],
    crossSite: 403,
    instruments: [1, 2],
    request: { url: `${BASE_URL}/swap`, body: { activate: 2, pause: 1 } },
  },
  {
    route: 'swapUserInstrument',
    situation: 'malformed',
    statuses: all(401, 400),
    request: { url: `${BASE_URL}/swap`, body: { activate: 2 } },
  },
  {
    route: 'addToWatchlist',
    situation: 'first',
    statuses: paid(201),
    crossSite: 403,
    request: { url: '/api/watchlist', body: { instrumentId: 1 } },
  },
  {
    route: 'addToWatchlist',
    situation: 'unknown',
    statuses: all(401, 404),
    request: { url: '/api/watchlist', body: { instrumentId: 999 } },
  },
  {
    route: 'removeFromWatchlist',
    situation: 'not in the list',
    statuses: all(401, 404),
    crossSite: 403,
    request: { url: '/api/watchlist/3' },
  },
];
