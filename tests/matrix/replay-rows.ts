/** Rows of replays: under which plan, of which instruments, and of ids that are nobody's. What a replay may show is in tests/line. */
import { all, type MatrixRow, paid, type Request } from './matrix-row.ts';

const REPLAYS = '/api/replays';
const ID = '6f1f6dd4-5d2a-4f0e-9a53-0d3f6a3f2b11';
const opens = (instrumentId: number, at: string): Request => ({
  url: `${REPLAYS}?instrumentId=${instrumentId}`,
  body: { at },
});
const INSTANT = '2026-11-20T14:00:00.000Z';

export const REPLAY_ROWS: readonly MatrixRow[] = [
  {
    route: 'getReplayRanges',
    situation: 'in own list',
    statuses: paid(200),
    instruments: [1],
    request: { url: `${REPLAYS}/ranges?instrumentId=1` },
  },
  {
    route: 'getReplayRanges',
    situation: 'not in own list',
    statuses: paid(403),
    instruments: [1],
    request: { url: `${REPLAYS}/ranges?instrumentId=2` },
  },
  {
    route: 'openReplay',
    situation: 'in own list, where nothing is recorded',
    statuses: paid(404),
    crossSite: 403,
    instruments: [1],
    request: opens(1, INSTANT),
  },
  {
    route: 'openReplay',
    situation: 'not in own list',
    statuses: paid(403),
    instruments: [1],
    request: opens(2, INSTANT),
  },
  { route: 'openReplay', situation: 'no instant', statuses: all(401, 400), request: opens(1, 'yesterday') },
  {
    route: 'controlReplay',
    situation: "a replay that is nobody's",
    statuses: all(401, 410),
    crossSite: 403,
    request: { url: `${REPLAYS}/${ID}/acts`, body: { act: 'play' } },
  },
  {
    route: 'controlReplay',
    situation: 'an act that there is not',
    statuses: all(401, 400),
    request: { url: `${REPLAYS}/${ID}/acts`, body: { act: 'step', by: 'message', count: 1e9 } },
  },
  {
    route: 'controlReplay',
    situation: 'no id',
    statuses: all(401, 400),
    request: { url: `${REPLAYS}/mine/acts`, body: { act: 'play' } },
  },
  {
    route: 'closeReplay',
    situation: 'a replay that is over',
    statuses: all(401, 200),
    crossSite: 403,
    request: { url: `${REPLAYS}/${ID}` },
  },
];
