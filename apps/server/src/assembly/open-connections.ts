/**
 * Opens the users' connections to trading platforms by the settings; null without gateways: no user can connect one
 * then.
 */
import type { Logger } from 'pino';
import { createRithmicLogins } from '#adapters/rithmic/rithmic-logins.ts';
import { createCredentialSeal } from '#adapters/secrets/credential-seal.ts';
import type { Stores } from '#adapters/storage/stores.ts';
import type { Config } from '#config/config.ts';
import { openConnectionSupervisor } from '#modules/connection/connection-supervisor.ts';
import type { AccountFeedLines } from '#ports/account-feeds.ts';
import type { Clock } from '#ports/clock.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';

interface ConnectionParts {
  readonly config: Config;
  readonly stores: Stores;
  readonly lines: AccountFeedLines;
  readonly clock: Clock;
  readonly log: Logger;
}

export function openConnections({ config, stores, ...parts }: ConnectionParts): ConnectionSupervisor | null {
  if (config.rithmic === null) return null;
  const random = (): number => Math.random();
  return openConnectionSupervisor({
    ...parts,
    connectionStore: stores.connectionStore,
    connectionSteps: stores.connectionSteps,
    seal: createCredentialSeal(config.rithmic.keys),
    logins: createRithmicLogins({ config: config.rithmic, clock: parts.clock, random }),
    random,
  });
}
