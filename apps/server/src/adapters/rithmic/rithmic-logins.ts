/** Logs users in at Rithmic: the operator chooses the servers, the user the account. */
import {
  openRithmicFeed,
  RithmicError,
  type RithmicGateway,
  SystemList,
  testRithmicLogin,
} from '@undertow/feeds';
import { INSTRUMENTS } from '@undertow/market';
import type { RithmicConfig } from '#config/rithmic-config.ts';
import type { Clock } from '#ports/clock.ts';
import type { ConnectionRow, LoginRefusal, PasswordSource, RithmicLogins } from '#ports/credentials.ts';

interface Parts {
  readonly config: RithmicConfig;
  readonly clock: Clock;
  /** 0 to 1: spreads the waits of reconnects. */
  readonly random: () => number;
}

/** The error of the feed for a missing password is less specific than ours. */
function listenTo(credentials: PasswordSource) {
  let failure: { readonly error: unknown } | null = null;
  return {
    async credentials() {
      failure = null;
      try {
        return await credentials();
      } catch (error) {
        failure = { error };
        throw error;
      }
    },
    refusalOf(error: unknown): LoginRefusal {
      if (failure !== null) throw failure.error;
      if (!(error instanceof RithmicError)) throw error;
      return { fault: error.fault, retry: error.retry };
    },
  };
}

export function createRithmicLogins({ config, clock, random }: Parts): RithmicLogins {
  const { gateways, systems, appName, appVersion, ca } = config;
  const instruments = INSTRUMENTS.map(({ id }) => id);
  const systemList = new SystemList();

  function gatewayOf({
    server,
    domain,
    system,
  }: Pick<ConnectionRow, 'server' | 'domain' | 'system'>): RithmicGateway {
    return { uri: gateways[server], systemName: system ?? systems[domain], appName, appVersion, ca };
  }

  return {
    async open(place, credentials, handlers) {
      const source = listenTo(credentials);
      try {
        const feed = await openRithmicFeed({
          gateway: gatewayOf(place),
          credentials: source.credentials,
          instruments,
          nowMs: () => clock.nowMs(),
          random,
          ...handlers,
          systems: systemList,
        });
        return { feed };
      } catch (error) {
        return { refusal: source.refusalOf(error) };
      }
    },
    async systemsOf(server) {
      try {
        const names = await systemList.namesOf({ uri: gateways[server], ca });
        return { systems: names, ofDomain: systems };
      } catch (error) {
        if (!(error instanceof RithmicError)) throw error;
        return { fault: error.fault, retry: error.retry };
      }
    },
    async test(place, credentials) {
      const source = listenTo(credentials);
      try {
        await testRithmicLogin(gatewayOf(place), source.credentials, systemList);
        return null;
      } catch (error) {
        return source.refusalOf(error);
      }
    },
  };
}
