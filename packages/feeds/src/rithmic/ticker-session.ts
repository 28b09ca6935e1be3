/** One login on the ticker plant, ready to be listened to: system checked, contracts found. */
import { lookUpContracts, type RithmicContract, requirePermission } from './contract-lookup.ts';
import { PlantSession } from './plant-session.ts';
import { requireSystem } from './require-system.ts';
import {
  type RithmicCredentials,
  RithmicError,
  type RithmicFeedOptions,
  type RithmicGateway,
} from './rithmic-feed.ts';
import { TICKER_PLANT } from './rithmic-wire.ts';

export interface TickerSession {
  readonly plant: PlantSession;
  readonly contracts: ReadonlyMap<number, RithmicContract>;
}

type LoginOptions = Pick<RithmicFeedOptions, 'gateway' | 'credentials' | 'instruments'>;

/** Logs in and looks the contracts up; leaves no connection behind where it fails. Rejects with `RithmicError`. */
export async function openTickerSession(options: LoginOptions): Promise<TickerSession> {
  const { gateway, credentials, instruments } = options;
  await requireSystem(gateway);
  const plant = await PlantSession.open({ gateway, credentials, infraType: TICKER_PLANT });
  try {
    return { plant, contracts: await lookUpContracts(plant, instruments) };
  } catch (error) {
    await plant.close();
    throw error;
  }
}

/** A system that was served when the user connected and is not any more is away for a while, not unknown. */
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

/** Logs in on the ticker plant, sees whether there is market data, and logs out again. Rejects with `RithmicError`; overwrites the password it was given. */
export async function testRithmicLogin(
  gateway: RithmicGateway,
  credentials: () => Promise<RithmicCredentials>,
): Promise<void> {
  await requireSystem(gateway);
  const plant = await PlantSession.open({ gateway, credentials, infraType: TICKER_PLANT });
  try {
    await requirePermission(plant);
  } finally {
    await plant.close();
  }
}
