/** Rows of drawings: on an own instrument, on one that is not, on none, and an alert on another's line. */
import type { Drawing } from '@undertow/contracts';
import { all, type MatrixRow, paid, type World } from './matrix-row.ts';

const URL = '/api/workspace/drawings';
const LEVEL: Drawing = {
  id: 'level',
  kind: 'horizontal',
  points: [{ at: '2026-11-20T14:00:00.000Z', price: '4600.00' }],
  text: '',
  contract: null,
};
const change = { basedOn: 0, put: [LEVEL], removed: [] };
const line = {
  name: 'Level',
  from: LEVEL.points[0],
  to: LEVEL.points[0],
  extent: 'both',
  contract: null,
};

/** A rule on a line that somebody else drew. */
async function onAnothersLine({ app, other }: World) {
  await app.stores.drawings.save(other.id, 1, { ...change, basedOn: 0 }, app.parts.clock.nowMs());
  const condition = { kind: 'price_line', test: 'crosses', drawingId: LEVEL.id, part: 'line', line };
  const rule = {
    name: 'Not mine',
    notificationMethod: 'in_app',
    isEnabled: true,
    instrumentIds: [1],
    condition,
    sessionHours: 'any',
    coolDownSeconds: 60,
    quietHours: null,
    expiresAt: null,
  };
  return { url: '/api/alert-configurations', body: rule };
}

export const DRAWING_ROWS: readonly MatrixRow[] = [
  {
    route: 'saveDrawings',
    situation: 'on an own instrument',
    statuses: paid(200),
    crossSite: 403,
    instruments: [1],
    request: { url: `${URL}/1`, body: change },
  },
  {
    route: 'saveDrawings',
    situation: 'on an instrument not in own list',
    statuses: all(401, 403),
    instruments: [1],
    request: { url: `${URL}/5`, body: change },
  },
  {
    route: 'saveDrawings',
    situation: 'on an instrument that there is not',
    statuses: all(401, 404),
    request: { url: `${URL}/999999`, body: change },
  },
  {
    route: 'saveDrawings',
    situation: 'without the version it is based on',
    statuses: all(401, 400),
    request: { url: `${URL}/1`, body: { put: [LEVEL], removed: [] } },
  },
  {
    route: 'createAlertConfiguration',
    situation: "on another's drawing",
    statuses: [401, 403, 422, 422, 422, 403],
    instruments: [1],
    request: onAnothersLine,
  },
];
