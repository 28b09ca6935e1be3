/** Rows of the trade journal: for every signed-in caller, their own journal. */
import { all, type MatrixRow, type World } from './matrix-row.ts';

const URL = '/api/trades';
const TRADE = {
  platform: 'Manual',
  instrumentSymbol: 'ESZ6',
  tradeType: 'BUY',
  entryPrice: '4566.50',
  quantity: '1',
  entryTime: '2026-11-20T15:02:11.000Z',
};

const FACTS = {
  key: 'k',
  groupId: 'k',
  platform: 'Manual',
  account: '',
  symbol: 'ESZ6',
  root: 'ES',
  currency: 'USD',
  side: 'long',
  status: 'open',
  quantity: '1',
  entryAtMs: Date.UTC(2026, 10, 20, 14),
  entryKnown: true,
  exitAtMs: null,
  tradeDay: '2026-11-20',
  entryPrice: '4566.50',
  exitPrice: null,
  pointValue: '50',
  grossMicros: null,
  commissionMicros: null,
  feesMicros: null,
  swapMicros: null,
  netMicros: null,
  pnlSource: 'manual',
  maeMicros: null,
  mfeMicros: null,
  plannedStop: null,
  strategy: null,
  notes: null,
  tags: [],
  flags: [],
  legs: [],
  raw: null,
} as const;

/** A trade of the user, by its id. */
async function tradeOf({ app }: World, userId: string): Promise<string> {
  const key = `matrix-${Math.random()}`;
  const stored = await app.stores.trades.insert(userId, { ...FACTS, key, groupId: key }, 0);
  return String(stored?.id);
}

const mine = (world: World): Promise<string> => tradeOf(world, world.user?.id ?? world.other.id);
const theirs = (world: World): Promise<string> => tradeOf(world, world.other.id);

async function importOf({ app }: World, userId: string): Promise<string> {
  const facts = { fileName: 'f', platform: 'p', layout: 'l', currency: 'USD', rejected: 0 };
  const writer = await app.stores.tradeImports.begin(userId, facts, 0, 0);
  if (typeof writer === 'string') throw new Error(writer);
  return String((await writer.finish(0)).id);
}

const read = (route: string, url: string): MatrixRow => ({
  route,
  situation: 'own',
  statuses: all(401, 200),
  request: { url },
});

const READ_ROWS: readonly MatrixRow[] = [
  read('listTrades', URL),
  read('searchTrades', `${URL}/search`),
  read('exportTrades', `${URL}/export`),
  read('getTradeFacets', `${URL}/facets`),
  read('getTradeAnalysis', `${URL}/analysis`),
  read('getTradeStatistics', `${URL}/statistics`),
  read('getPropRules', `${URL}/rules?account=`),
  read('getContextTable', `${URL}/context`),
  read('listTradeImports', `${URL}/imports`),
  read('listTradeAccounts', `${URL}/accounts`),
  read('listTradeMappings', `${URL}/mappings`),
  read('listInsights', '/api/insights'),
  read('getInsightRun', '/api/insights/run'),
  ...['search', 'export', 'statistics'].map((path) => ({
    route: `${path}Trades`.replace('statisticsTrades', 'getTradeStatistics'),
    situation: "another's cannot be requested",
    statuses: all(401, 400),
    request: ({ other }: World) => ({ url: `${URL}/${path}?userId=${other.id}` }),
  })),
];

const CONTEXT_ROWS: readonly MatrixRow[] = [
  {
    route: 'getTradeContext',
    situation: 'own',
    statuses: all(401, 200),
    request: async (world) => ({ url: `${URL}/${await mine(world)}/context` }),
  },
  {
    route: 'getTradeContext',
    situation: "another's",
    statuses: all(401, 404),
    request: async (world) => ({ url: `${URL}/${await theirs(world)}/context` }),
  },
];

const CHANGE_ROWS: readonly MatrixRow[] = [
  {
    route: 'addTrade',
    situation: 'own',
    statuses: all(401, 201),
    crossSite: 403,
    request: { url: URL, body: TRADE },
  },
  {
    route: 'addTrade',
    situation: 'for somebody else',
    statuses: all(401, 400),
    request: ({ other }) => ({ url: URL, body: { ...TRADE, userId: other.id } }),
  },
  {
    route: 'uploadTrades',
    situation: 'own',
    statuses: all(401, 201),
    crossSite: 403,
    request: { url: `${URL}/upload`, body: { trades: [TRADE] } },
  },
  {
    route: 'uploadTrades',
    situation: 'nothing',
    statuses: all(401, 400),
    request: { url: `${URL}/upload`, body: { trades: [] } },
  },
  {
    route: 'changeTrade',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    request: async (world) => ({ url: `${URL}/${await mine(world)}`, body: { notes: 'n' } }),
  },
  {
    route: 'changeTrade',
    situation: "another's",
    statuses: all(401, 404),
    request: async (world) => ({ url: `${URL}/${await theirs(world)}`, body: { notes: 'n' } }),
  },
  {
    route: 'removeTrade',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    request: async (world) => ({ url: `${URL}/${await mine(world)}` }),
  },
  {
    route: 'removeTrade',
    situation: "another's",
    statuses: all(401, 404),
    request: async (world) => ({ url: `${URL}/${await theirs(world)}` }),
  },
];

const BYTES = { 'content-type': 'application/octet-stream' };

const IMPORT_ROWS: readonly MatrixRow[] = [
  {
    route: 'importTrades',
    situation: 'a file that holds no trades',
    statuses: all(401, 422),
    crossSite: 403,
    request: { url: `${URL}/imports?fileName=a.csv`, body: Buffer.from('a,b\n1,2\n'), headers: BYTES },
  },
  {
    route: 'importTrades',
    situation: 'as JSON',
    statuses: all(401, 415),
    request: { url: `${URL}/imports?fileName=a.csv`, body: {} },
  },
  {
    route: 'importTrades',
    situation: 'without a name',
    statuses: all(401, 400),
    request: { url: `${URL}/imports`, body: Buffer.from('a'), headers: BYTES },
  },
  {
    route: 'compareTrades',
    situation: 'a file that holds no trades',
    statuses: all(401, 422),
    crossSite: 403,
    request: {
      url: `${URL}/imports/compare?fileName=a.csv`,
      body: Buffer.from('a,b\n1,2\n'),
      headers: BYTES,
    },
  },
  {
    route: 'compareTrades',
    situation: 'as JSON',
    statuses: all(401, 415),
    request: { url: `${URL}/imports/compare?fileName=a.csv`, body: {} },
  },
  {
    route: 'undoTradeImport',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    request: async (world) => ({
      url: `${URL}/imports/${await importOf(world, world.user?.id ?? world.other.id)}`,
    }),
  },
  {
    route: 'undoTradeImport',
    situation: "another's",
    statuses: all(401, 404),
    request: async (world) => ({ url: `${URL}/imports/${await importOf(world, world.other.id)}` }),
  },
  {
    route: 'saveTradeAccount',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    request: {
      url: `${URL}/accounts`,
      body: { account: 'A', zone: null, currency: 'USD', startBalance: null, rules: null },
    },
  },
  {
    route: 'saveTradeMapping',
    situation: 'own',
    statuses: all(401, 200),
    crossSite: 403,
    request: { url: `${URL}/mappings`, body: { layoutKey: 'a|b', answers: { zone: 'Europe/London' } } },
  },
];

const INSIGHT_ROWS: readonly MatrixRow[] = [
  {
    route: 'generateInsights',
    situation: 'of an empty journal',
    statuses: all(401, 200),
    crossSite: 403,
    request: { url: '/api/insights/generate' },
  },
  {
    route: 'markInsightRead',
    situation: 'unknown',
    statuses: all(401, 404),
    crossSite: 403,
    request: { url: '/api/insights/999999/read' },
  },
  {
    route: 'markInsightImplemented',
    situation: 'unknown',
    statuses: all(401, 404),
    crossSite: 403,
    request: { url: '/api/insights/999999/implemented' },
  },
];

export const JOURNAL_ROWS = [...READ_ROWS, ...CONTEXT_ROWS, ...CHANGE_ROWS, ...IMPORT_ROWS, ...INSIGHT_ROWS];
