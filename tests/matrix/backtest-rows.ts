/** Rows of backtests: only Elite makes and reads them, and each only their own. */

import { putBacktest } from '#tests/backtests/own-backtest.ts';
import { putUpload } from '#tests/backtests/own-upload.ts';
import { all, type MatrixRow, type Request, type World } from './matrix-row.ts';

const ROUTE = '/api/backtests';
const NOBODYS = `${ROUTE}/6f1f6dd4-5d2a-4f0e-9a53-0d3f6a3f2b11`;
const ELITE: MatrixRow['statuses'] = [401, 403, 403, 403, 200, 403];
const unsaved = (status: number): MatrixRow['statuses'] => [401, 403, 403, 403, status, 403];

const RULE = 'name: Icebergs\nproduct: ES\nentry:\n  event: iceberg\nexits:\n  stop: 16 ticks\n';
const creates = (text: string): Request => ({ url: ROUTE, body: { text, zone: 'Europe/London' } });

/** Of the caller, or of somebody else. */
const ofCaller =
  (path: string) =>
  async ({ app, user, other }: World): Promise<Request> => ({
    url: `${ROUTE}/${await putBacktest(app, (user ?? other).id)}${path}`,
  });
const ofOther =
  (path: string) =>
  async ({ app, other }: World): Promise<Request> => ({
    url: `${ROUTE}/${await putBacktest(app, other.id)}${path}`,
  });

const READS = [
  ['getBacktest', ''],
  ['getBacktestResult', '/result'],
  ['listBacktestTrades', '/trades'],
  ['exportBacktestTrades', '/trades/export'],
] as const;
const CHANGES = [
  ['cancelBacktest', '/cancel'],
  ['removeBacktest', ''],
] as const;

const UPLOADS = `${ROUTE}/uploads`;
const NO_UPLOAD = `${UPLOADS}/6f1f6dd4-5d2a-4f0e-9a53-0d3f6a3f2b11`;
const ANNOUNCED = { fileName: 'ES.mbo.dbn', bytes: 8 };
const BYTES = { 'content-type': 'application/octet-stream' };

/** Of the caller, or of somebody else, with nothing received. */
const uploadOf =
  (whose: 'caller' | 'other', path: string, body?: Buffer) =>
  async ({ app, user, other }: World): Promise<Request> => ({
    url: `${UPLOADS}/${await putUpload(app, whose === 'caller' ? (user ?? other).id : other.id)}${path}`,
    ...(body === undefined ? {} : { body, headers: BYTES }),
  });

const UPLOAD_ROWS: readonly MatrixRow[] = [
  { route: 'listUploads', situation: 'anybody', statuses: all(401, 200), request: { url: UPLOADS } },
  {
    route: 'beginUpload',
    situation: 'an announced file',
    statuses: unsaved(201),
    crossSite: 403,
    request: { url: UPLOADS, body: ANNOUNCED },
  },
  {
    route: 'beginUpload',
    situation: 'larger than the plan has room for',
    statuses: unsaved(403),
    request: { url: UPLOADS, body: { ...ANNOUNCED, bytes: 60e9 } },
  },
  {
    route: 'sendUploadPiece',
    situation: 'the next piece of an own one',
    statuses: unsaved(200),
    crossSite: 403,
    request: uploadOf('caller', '/content?offset=0', Buffer.from('DBN?')),
  },
  {
    route: 'sendUploadPiece',
    situation: 'another piece than the next one',
    statuses: unsaved(409),
    request: uploadOf('caller', '/content?offset=4', Buffer.from('DBN?')),
  },
  {
    route: 'sendUploadPiece',
    situation: "another user's",
    statuses: all(401, 404),
    request: uploadOf('other', '/content?offset=0', Buffer.from('DBN?')),
  },
  {
    route: 'sendUploadPiece',
    situation: "nobody's",
    statuses: all(401, 404),
    request: { url: `${NO_UPLOAD}/content?offset=0`, body: Buffer.from('DBN?'), headers: BYTES },
  },
  {
    route: 'removeUpload',
    situation: 'an own one',
    statuses: all(401, 200),
    crossSite: 403,
    request: uploadOf('caller', ''),
  },
  {
    route: 'removeUpload',
    situation: "another user's",
    statuses: all(401, 404),
    request: uploadOf('other', ''),
  },
  { route: 'removeUpload', situation: "nobody's", statuses: all(401, 404), request: { url: NO_UPLOAD } },
];

export const BACKTEST_ROWS: readonly MatrixRow[] = [
  { route: 'listBacktests', situation: 'anybody', statuses: all(401, 200), request: { url: ROUTE } },
  {
    route: 'listBacktestSessions',
    situation: 'where nothing is recorded',
    statuses: ELITE,
    request: { url: `${ROUTE}/sessions?product=ES` },
  },
  {
    route: 'listBacktestSessions',
    situation: 'of no product',
    statuses: unsaved(404),
    request: { url: `${ROUTE}/sessions?product=XX` },
  },
  {
    route: 'listBacktestSessions',
    situation: 'of uploads, where there are none',
    statuses: ELITE,
    request: { url: `${ROUTE}/sessions?product=ES&data=uploads` },
  },
  {
    route: 'createBacktest',
    situation: 'where nothing is recorded',
    statuses: unsaved(422),
    crossSite: 403,
    request: creates(RULE),
  },
  {
    route: 'createBacktest',
    situation: 'a rule without an entry',
    statuses: unsaved(422),
    request: creates('name: x\nproduct: ES\n'),
  },
  {
    route: 'createBacktest',
    situation: 'on uploads, where there are none',
    statuses: unsaved(422),
    request: { url: ROUTE, body: { text: RULE, zone: 'Europe/London', data: 'uploads' } },
  },
  ...UPLOAD_ROWS,
  ...READS.flatMap(([route, path]): MatrixRow[] => [
    { route, situation: 'an own one', statuses: ELITE, request: ofCaller(path) },
    { route, situation: "another user's", statuses: all(401, 404), request: ofOther(path) },
  ]),
  ...CHANGES.flatMap(([route, path]): MatrixRow[] => [
    { route, situation: 'an own one', statuses: all(401, 200), crossSite: 403, request: ofCaller(path) },
    { route, situation: "another user's", statuses: all(401, 404), request: ofOther(path) },
    { route, situation: "nobody's", statuses: all(401, 404), request: { url: `${NOBODYS}${path}` } },
  ]),
];
