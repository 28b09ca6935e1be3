/** Logs users in at Rithmic: where to is the operator's to say, and who is the user's. */
import { openRithmicFeed, RithmicError, type RithmicGateway, testRithmicLogin } from '@undertow/feeds';
import { INSTRUMENTS } from '@undertow/market';
import type { ConnectionRow, LoginRefusal, PasswordSource, RithmicLogins } from '#credential-dependencies.ts';
import type { Clock } from '#dependencies.ts';
import type { RithmicConfig } from '#rithmic-config.ts';

interface Parts {
  readonly config: RithmicConfig;
  readonly clock: Clock;
  /** 0 to 1: spreads the waits of reconnects. */
  readonly random: () => number;
}

/** What the feed makes of a password that it does not get says less than what kept us from giving it. */
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
      return { fault: error.fault, isPassing: error.isPassing };
    },
  };
}

export function createRithmicLogins({ config, clock, random }: Parts): RithmicLogins {
  const { gateways, systems, appName, appVersion, ca } = config;
  const instruments = INSTRUMENTS.map(({ id }) => id);

  function gatewayOf({ server, domain }: Pick<ConnectionRow, 'server' | 'domain'>): RithmicGateway {
    return { uri: gateways[server], systemName: systems[domain], appName, appVersion, ca };
  }

  return {
    async open(place, credentials, onState) {
      const source = listenTo(credentials);
      try {
        const feed = await openRithmicFeed({
          gateway: gatewayOf(place),
          credentials: source.credentials,
          instruments,
          nowMs: () => clock.nowMs(),
          random,
          onState,
        });
        return { feed };
      } catch (error) {
        return { refusal: source.refusalOf(error) };
      }
    },
    async test(place, credentials) {
      const source = listenTo(credentials);
      try {
        await testRithmicLogin(gatewayOf(place), source.credentials);
        return null;
      } catch (error) {
        return source.refusalOf(error);
      }
    },
  };
}
