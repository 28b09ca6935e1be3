/** For tests: one body for every route that takes one, and an address of every route, valid without changes. */
import { readFileSync } from 'node:fs';
import { ROUTES } from '@undertow/contracts';

const GOLDEN = new URL('../../../packages/contracts/testing/golden/routes/', import.meta.url);

function goldenBodies(): Readonly<Record<string, object>> {
  const taking = ROUTES.filter(({ body, access }) => body !== undefined && access !== 'webhook');
  return Object.fromEntries(
    taking.map(({ id }) => [id, JSON.parse(readFileSync(new URL(`${id}.json`, GOLDEN), 'utf8')).body]),
  );
}

/** The golden body of every route, except for those that the tests need short, or of what is there in them. */
export const TEST_BODIES: Readonly<Record<string, object>> = {
  ...goldenBodies(),
  addUserInstrument: { instrumentId: 2 },
  addToWatchlist: { instrumentId: 2 },
  swapUserInstrument: { activate: 1, pause: 2 },
  savePreferences: { theme: 'dark' },
  saveRithmicConnection: { username: 'u', password: 'p' },
  promoteSubscription: { userId: 'us_1', newTier: 'pro', instrumentsLimit: 3 },
  startView: { reason: 'The chart stays empty' },
  register: {
    ...{ firstName: 'Priya', lastName: 'Nair', email: 'priya@example.com' },
    ...{ tradingExperience: 'advanced', marketDataStatus: 'professional' },
    ...{ agreedToTerms: true, agreedToDisclaimer: true, agreedToRiskWarning: true },
    versions: { terms: '0', privacy: '0', disclaimer: '0', riskWarning: '0' },
  },
};

/** The address of a route; most parameters are `1`. */
export function testUrl(path: string): string {
  return path
    .replace(':venue', 'CME')
    .replace('s/:kind/:key', 's/detector/iceberg')
    .replace(':kind', 'events')
    .replace(/replays$/, 'replays?instrumentId=1')
    .replace(/(replays|backtests|uploads)\/:id/, '$1/00000000-0000-4000-8000-000000000000')
    .replaceAll(/:[A-Za-z]+/g, '1');
}
