/** Rows of layouts: own, another's, beyond the plan, and of instruments that are not the caller's. */
import { type Layout, layoutOfTemplate } from '@undertow/contracts';
import { all, type MatrixRow, type Request, type World } from './matrix-row.ts';

const LAYOUTS = '/api/workspace/layouts';
const TWO = layoutOfTemplate('charts', 1);

/** A stored layout of somebody, straight into the store: what they may create is another row's matter. */
async function pathOf({ app }: World, userId: string): Promise<string> {
  const row = await app.stores.layouts.add(userId, TWO, app.parts.clock.nowMs());
  return `${LAYOUTS}/${row?.id}`;
}
const own =
  (body?: object) =>
  async (world: World): Promise<Request> => ({ url: await pathOf(world, world.user?.id ?? world.other.id), body });
const others =
  (body?: object) =>
  async (world: World): Promise<Request> => ({ url: await pathOf(world, world.other.id), body });
const creates = (layout: Layout): Request => ({ url: LAYOUTS, body: { layout } });

export const LAYOUT_ROWS: readonly MatrixRow[] = [
  {
    route: 'createLayout',
    situation: 'two panes of an own instrument',
    statuses: [401, 403, 201, 201, 201, 403],
    crossSite: 403,
    instruments: [1],
    request: creates(TWO),
  },
  {
    route: 'createLayout',
    situation: 'three panes, which Basic does not have',
    statuses: [401, 403, 403, 201, 201, 403],
    instruments: [1],
    request: creates(layoutOfTemplate('evidence', 1)),
  },
  {
    route: 'createLayout',
    situation: 'six panes, which Pro does not have',
    statuses: [401, 403, 403, 403, 201, 403],
    instruments: [1],
    request: creates(layoutOfTemplate('flow', 1)),
  },
  {
    route: 'createLayout',
    situation: 'an instrument not in own list',
    statuses: [401, 403, 403, 403, 403, 403],
    instruments: [1],
    request: creates(layoutOfTemplate('charts', 5)),
  },
  {
    route: 'createLayout',
    situation: 'an instrument that there is not',
    statuses: [401, 403, 404, 404, 404, 403],
    instruments: [1],
    request: creates(layoutOfTemplate('charts', 999_999)),
  },
  {
    route: 'createLayout',
    situation: 'a layout of a future version',
    statuses: all(401, 400),
    request: { url: LAYOUTS, body: { layout: { ...TWO, version: 2 } } },
  },
  {
    route: 'saveLayout',
    situation: 'own, also after the plan became smaller',
    statuses: all(401, 200),
    crossSite: 403,
    request: own({ basedOn: 1, layout: { ...TWO, name: 'Renamed' } }),
  },
  {
    route: 'saveLayout',
    situation: "another's",
    statuses: all(401, 404),
    request: others({ basedOn: 1, layout: TWO }),
  },
  {
    route: 'saveLayout',
    situation: 'without the version it is based on',
    statuses: all(401, 400),
    request: own({ layout: TWO }),
  },
  { route: 'removeLayout', situation: 'own', statuses: all(401, 200), crossSite: 403, request: own() },
  { route: 'removeLayout', situation: "another's", statuses: all(401, 404), request: others() },
];
