/** For tests: one body for every route that takes one, valid without changes. */
import { readFileSync } from 'node:fs';

const golden = (id: string): { readonly body: object } =>
  JSON.parse(
    readFileSync(
      new URL(`../../../packages/contracts/testing/golden/routes/${id}.json`, import.meta.url),
      'utf8',
    ),
  );

/** A body of each route that takes one. */
export const TEST_BODIES: Readonly<Record<string, object>> = {
  addUserInstrument: { instrumentId: 2 },
  addToWatchlist: { instrumentId: 2 },
  swapUserInstrument: { activate: 1, pause: 2 },
  savePreferences: { theme: 'dark' },
  saveRithmicConnection: { username: 'u', password: 'p' },
  startView: { reason: 'The chart stays empty' },
  setUserRole: { role: 'admin' },
  promoteSubscription: { userId: 'us_1', newTier: 'pro', instrumentsLimit: 3 },
  demoteSubscription: { userId: 'us_1', newTier: 'basic', instrumentsLimit: 1 },
  deleteSubscription: { userId: 'us_1' },
  createSubscription: { tier: 'pro', immediateSupply: true },
  register: {
    ...{ firstName: 'Priya', lastName: 'Nair', email: 'priya@example.com' },
    ...{ tradingExperience: 'advanced', marketDataStatus: 'professional' },
    ...{ agreedToTerms: true, agreedToDisclaimer: true, agreedToRiskWarning: true },
    versions: { terms: '0', privacy: '0', disclaimer: '0', riskWarning: '0' },
  },
  ...Object.fromEntries(
    [
      ...['addTrade', 'uploadTrades', 'changeTrade', 'saveTradeAccount', 'saveTradeMapping'],
      ...['setSwitch', 'setNotice'],
      ...['createAlertConfiguration', 'updateAlertConfiguration', 'dryRunAlert', 'createAlertsFromTemplate'],
    ].map((id) => [id, golden(id).body]),
  ),
};
