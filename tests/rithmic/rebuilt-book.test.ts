/** A connection that breaks over a real wire: its line rebuilds the book, and its owner's log states after how long. */

import { TIER_RULES, unlicensedAccess } from '@undertow/contracts';
import { type Gateway, startGateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';
import { createClock } from '@undertow/server/src/adapters/clock/clock.ts';
import { createRithmicLogins } from '@undertow/server/src/adapters/rithmic/rithmic-logins.ts';
import { createCredentialSeal } from '@undertow/server/src/adapters/secrets/credential-seal.ts';
import { RunningAccountFeedLines } from '@undertow/server/src/live/account-feed/account-feed-lines.ts';
import type { FeedViews } from '@undertow/server/src/live/views/view-resolver.ts';
import { openConnectionSupervisor } from '@undertow/server/src/modules/connection/connection-supervisor.ts';
import { openTestApp, type TestApp } from '@undertow/server/testing/app.ts';
import { TEST_CREDENTIAL_KEYS } from '@undertow/server/testing/rithmic.ts';
import { afterAll, beforeAll, expect, test } from 'vitest';

const ES = 1;
const AWAY_MS = 1500;
const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

let app: TestApp;
let gateway: Gateway;
beforeAll(async () => {
  app = await openTestApp();
  const settings = { port: 0, host: '127.0.0.1', instruments: [ES], historyMinutes: 2, heartbeatSeconds: 5 };
  gateway = await startGateway(settings);
}, 120_000);
afterAll(async () => {
  await gateway?.close();
  await app?.close();
});

const nobody: FeedViews = {
  instrumentIds: [],
  view: () => undefined,
  peek: () => undefined,
  present: () => ({ source: 'simulated', asOfMs: Date.now() }),
  waitingWindow: () => undefined,
  recentWindow: () => undefined,
  minuteBars: async () => [],
  flowSpans: async () => [],
  contractOf: () => null,
};

function openLines() {
  return new RunningAccountFeedLines({
    markets: null,
    recordings: null,
    ...{ platform: nobody, log, monotonicMs: () => performance.now() },
    controls: { isOff: () => false, onChange: () => () => undefined },
    ...{ onVisible: () => undefined, isFollowed: () => true, onSourceChange: () => undefined },
  });
}

test('the log states that the book was rebuilt, and for how long it had no data', async () => {
  const lines = openLines();
  const clock = createClock();
  const { uri, ca } = gateway;
  const supervisor = openConnectionSupervisor({
    ...app.parts,
    ...{ clock, log, lines, random: () => 0.5 },
    connectionStore: app.stores.connectionStore,
    connectionSteps: app.stores.connectionSteps,
    seal: createCredentialSeal(TEST_CREDENTIAL_KEYS),
    logins: createRithmicLogins({
      ...{ clock, random: () => 0.5 },
      config: {
        gateways: { rithmic_paper_server: uri, rithmic_live_server: uri },
        systems: { rithmic_paper_domain: 'Rithmic Paper Trading', rithmic_live_domain: 'Rithmic 99' },
        ...{ appName: 'Undertow', appVersion: '1.0', ca, keys: TEST_CREDENTIAL_KEYS },
      },
    }),
  });
  const { id: userId } = await app.newUser('pro', [ES]);
  const place = { server: 'rithmic_paper_server', domain: 'rithmic_paper_domain', system: null } as const;
  await supervisor.save(userId, { username: 'rebuilt', password: 'paper', ...place }, 'request');
  const entitlement = {
    userId,
    tier: 'pro',
    rules: TIER_RULES.pro,
    activeInstrumentIds: [ES],
    channel: 'screen' as const,
    watchlistIds: [],
    access: () => unlicensedAccess(0),
  } as const;
  // Outside the exchange's hours the line of a whole book is not live but closed.
  const isWhole = () => {
    const state = lines.viewResolver.resolve({ userId }, entitlement).views.view(ES, 0)?.status().state;
    return state === 'live' || state === 'closed';
  };
  await expect.poll(isWhole).toBe(true);
  await gateway.stopListening();
  await new Promise((resolve) => setTimeout(resolve, AWAY_MS));
  await gateway.listenAgain();
  const steps = async () => (await supervisor.logOf(userId)).map(({ step }) => step);
  await expect.poll(steps).toEqual(['resynced', 'connected', 'interrupted', 'connected', 'connecting']);
  const [resynced] = await supervisor.logOf(userId);
  expect(resynced?.withoutDataMs).toBeGreaterThan(AWAY_MS);
  await supervisor.close();
  await lines.shutDown();
});
