/** One login on the ticker plant, ready to be listened to: system checked, contracts found. */
import { type AccountReport, readAccountReport } from '#rithmic/session/account-report.ts';
import {
  lookUpContracts,
  type RithmicContract,
  requirePermission,
} from '#rithmic/session/contract-lookup.ts';
import { PlantSession } from '#rithmic/session/plant-session.ts';
import type { RithmicCredentials, RithmicGateway } from '#rithmic/session/rithmic-gateway.ts';
import type { SystemList } from '#rithmic/session/system-list.ts';
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import { TICKER_PLANT } from '#rithmic/wire/rithmic-wire.ts';
import type { RithmicFeedOptions } from './rithmic-feed.ts';

/** The account report, for a first login. */
interface FirstSession extends TickerSession {
  readonly report: Promise<AccountReport>;
}

export interface TickerSession {
  readonly plant: PlantSession;
  readonly contracts: ReadonlyMap<number, RithmicContract>;
}

const SAYS_NOTHING: AccountReport = { unsignedAgreements: null, mostSessions: null };

type LoginOptions = Pick<RithmicFeedOptions, 'gateway' | 'credentials' | 'instruments'>;

/** The first login of a user: the system must be served, and `onAccount` receives the account report. */
export async function openFirstSession(
  options: LoginOptions & Pick<RithmicFeedOptions, 'systems' | 'onAccount'>,
): Promise<FirstSession> {
  const { gateway, systems, onAccount } = options;
  await systems.require(gateway);
  let report = Promise.resolve(SAYS_NOTHING);
  const session = await openTickerSession(options, (ticker) => {
    report = readAccountReport({ ...options, ticker }).then((found) => {
      onAccount(found);
      return found;
    });
    return report;
  });
  return { ...session, report };
}

/** Market data that is refused while agreements wait for a signature is refused for them. */
export async function explained(error: unknown, report: Promise<AccountReport>): Promise<unknown> {
  if (!(error instanceof RithmicError) || error.fault !== 'no_entitlement') return error;
  const { unsignedAgreements } = await report;
  if (unsignedAgreements === null || unsignedAgreements.length === 0) return error;
  return new RithmicError('agreements_unsigned', 'market data is refused, and agreements are not signed', {
    cause: error,
  });
}

/** Logs in and looks the contracts up; leaves no connection behind where it fails. Rejects with `RithmicError`. */
async function openTickerSession(
  options: LoginOptions,
  inspect: (ticker: PlantSession) => Promise<AccountReport> = () => Promise.resolve(SAYS_NOTHING),
): Promise<TickerSession> {
  const { gateway, credentials, instruments } = options;
  const plant = await PlantSession.open({ gateway, credentials, infraType: TICKER_PLANT });
  const report = inspect(plant);
  try {
    return { plant, contracts: await lookUpContracts(plant, instruments) };
  } catch (error) {
    const cause = await explained(error, report);
    await plant.close();
    throw cause;
  }
}

/**
 * One connection an attempt: the gateway served the system when the user connected. If it does not any more, that is
 * away for a while, not unknown.
 */
export async function reopenTickerSession(options: LoginOptions): Promise<TickerSession> {
  try {
    return await openTickerSession(options);
  } catch (error) {
    if (!(error instanceof RithmicError) || error.fault !== 'unknown_system') throw error;
    throw new RithmicError('maintenance', 'the gateway does not serve the system right now', {
      cause: error,
    });
  }
}

/**
 * Logs in on the ticker plant, checks whether there is market data, and logs out again. Rejects with `RithmicError`;
 * overwrites the password it was given.
 */
export async function testRithmicLogin(
  gateway: RithmicGateway,
  credentials: () => Promise<RithmicCredentials>,
  systems: SystemList,
): Promise<void> {
  await systems.require(gateway);
  const plant = await PlantSession.open({ gateway, credentials, infraType: TICKER_PLANT });
  try {
    await requirePermission(plant);
  } catch (error) {
    throw await explained(error, readAccountReport({ ticker: plant, gateway, credentials }));
  } finally {
    await plant.close();
  }
}
