/**
 * Finds the contracts that a login may see: permitted exchanges, front months, reference data checked against the
 * catalogue.
 */
import { type Instrument, instrumentById, NANOS_PER_POINT, productOfContract } from '@undertow/market';
import pLimit from 'p-limit';
import type { FeedContract } from '#feed/feed.ts';
import { RithmicError } from '#rithmic/wire/rithmic-error.ts';
import type { PlantSession } from './plant-session.ts';

/** A dated contract at the gateway. */
export interface RithmicContract extends FeedContract {
  readonly instrument: Instrument;
  readonly exchange: string;
}

const ENTITLED = 1;
/** Reference data may write a tick with the noise of a double, never with more. */
const TICK_TOLERANCE = 1e-6;
/** Requests under way at once. */
const LOOKUPS_AT_ONCE = 8;

/**
 * Contracts by catalogue number. Instruments without permission, without a front month (a rollover, a maintenance) or
 * with another tick than the catalogue's are left out. Rejects with `no_entitlement` where no exchange is permitted and
 * with `maintenance` where the gateway has no contract at all.
 */
export async function lookUpContracts(
  plant: PlantSession,
  instrumentIds: readonly number[],
): Promise<ReadonlyMap<number, RithmicContract>> {
  const wanted = instrumentIds.flatMap((id) => instrumentById(id) ?? []);
  const permitted = await permittedExchanges(plant);
  const open = wanted.filter(({ venue }) => permitted === null || permitted.has(venue));
  if (open.length === 0)
    throw new RithmicError('no_entitlement', 'the account has no market data of an exchange that is offered');
  const found = new Map<number, RithmicContract>();
  await pLimit(LOOKUPS_AT_ONCE).map(open, async (instrument) => {
    const contract = await lookUp(plant, instrument);
    if (contract !== null) found.set(instrument.id, contract);
  });
  if (found.size === 0) throw new RithmicError('maintenance', 'the gateway knows no contract right now');
  return new Map(open.flatMap(({ id }) => (found.has(id) ? [[id, found.get(id) as RithmicContract]] : [])));
}

/** Rejects with `no_entitlement` where the login may see no exchange at all. */
export async function requirePermission(plant: PlantSession): Promise<void> {
  const permitted = await permittedExchanges(plant);
  if (permitted?.size === 0)
    throw new RithmicError('no_entitlement', 'the account has no market data of any exchange');
}

/** Null where the gateway does not report it: then the subscription does. */
async function permittedExchanges(plant: PlantSession): Promise<ReadonlySet<string> | null> {
  const answer = await plant.request('RequestListExchangePermissions', { user: plant.user });
  if (answer.kind === 'refused') return null;
  if (answer.kind === 'empty') return new Set();
  const rows = [...answer.rows, answer.end];
  return new Set(
    rows.flatMap(({ exchange, entitlementFlag }) =>
      exchange !== undefined && entitlementFlag === ENTITLED ? [exchange] : [],
    ),
  );
}

/** The contracts among these that another one has followed as front month, as it is now. */
export async function lookUpRolls(
  plant: PlantSession,
  contracts: readonly RithmicContract[],
): Promise<ReadonlyMap<number, RithmicContract>> {
  const rolled = new Map<number, RithmicContract>();
  for (const { instrument, code } of contracts) {
    const front = await frontMonthOf(plant, instrument);
    if (front === null || front === code) continue;
    const contract = await lookUp(plant, instrument);
    if (contract !== null) rolled.set(instrument.id, contract);
  }
  return rolled;
}

/** Null during a maintenance, and where the gateway names something else. */
async function frontMonthOf(plant: PlantSession, instrument: Instrument): Promise<string | null> {
  const { symbol, venue: exchange } = instrument;
  const front = await plant.request('RequestFrontMonthContract', { symbol, exchange });
  const code = front.kind === 'done' ? (front.end.tradingSymbol ?? '') : '';
  return productOfContract(code)?.id === instrument.id ? code : null;
}

async function lookUp(plant: PlantSession, instrument: Instrument): Promise<RithmicContract | null> {
  const exchange = instrument.venue;
  const code = await frontMonthOf(plant, instrument);
  if (code === null) return null;
  const answer = await plant.request('RequestReferenceData', { symbol: code, exchange });
  if (answer.kind !== 'done' || !isTickOf(instrument, answer.end.minQpriceChange)) return null;
  return {
    instrumentId: instrument.id,
    instrument,
    exchange,
    code,
    expiry: dayOf(answer.end.expirationDate),
  };
}

function isTickOf({ tickNanos }: Instrument, tick: number | undefined): boolean {
  return tick !== undefined && Math.abs((tick * NANOS_PER_POINT) / tickNanos - 1) < TICK_TOLERANCE;
}

function dayOf(text: string | undefined): string | null {
  const match = /^(\d{4})(\d{2})(\d{2})$/.exec(text ?? '');
  return match === null ? null : `${match[1]}-${match[2]}-${match[3]}`;
}
