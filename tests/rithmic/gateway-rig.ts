/** A gateway of the sandbox and feeds over it, as the server opens them. */
import type { RithmicCredentials, RithmicGateway, RithmicState } from '@undertow/feeds';
import { openRithmicFeed, SystemList } from '@undertow/feeds';
import { type Gateway, startGateway } from '@undertow/sandbox/src/rithmic/gateway/start-gateway.ts';

export const ES = 1;
export const GOLD = 5;

/** The markets of ES and gold with ten minutes of history. */
export function openGateway(scale = 1): Promise<Gateway> {
  return startGateway({
    port: 0,
    host: '127.0.0.1',
    instruments: [ES, GOLD],
    seed: 7,
    historyMinutes: 10,
    scale,
  });
}

export function addressOf({ uri, ca }: Pick<Gateway, 'uri' | 'ca'>): RithmicGateway {
  return { uri, ca, systemName: 'Rithmic Paper Trading', appName: 'undertow:tests', appVersion: '1.0' };
}

export function loginWith(password: string, user = 'alice'): () => Promise<RithmicCredentials> {
  return () => Promise.resolve({ user, password: Buffer.from(password) });
}

export interface AccountSetting {
  readonly password: string;
  readonly user?: string;
  readonly instruments?: readonly number[];
  readonly states?: RithmicState[];
  /** Below 1 where a test breaks so many connections that real waits would take too long. */
  readonly waitScale?: number;
}

export function openAccount(gateway: Gateway, setting: AccountSetting): ReturnType<typeof openRithmicFeed> {
  const { password, user, instruments = [ES, GOLD], states = [], waitScale = 1 } = setting;
  return openRithmicFeed({
    gateway: addressOf(gateway),
    credentials: loginWith(password, user),
    instruments,
    nowMs: Date.now,
    random: Math.random,
    onState: (state) => states.push(state),
    onAccount: () => undefined,
    systems: new SystemList(),
    waitScale,
  });
}

/** Without those that read the report of an account: they end a moment after its data begins. */
export const dataLoginsOf = (gateway: Gateway): ReturnType<Gateway['logins']> =>
  gateway.logins().filter(({ plant }) => plant !== 'repository');
