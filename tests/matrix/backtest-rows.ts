/** Rows of backtests: only Elite makes and reads them, and each only their own. */

import { putBacktest } from '#tests/backtests/own-backtest.ts';
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
