/** The catalogue and the instruments a user analyses live. */
import {
  addUserInstrument,
  type InstrumentDto,
  listInstruments,
  listUserInstruments,
  removeUserInstrument,
  swapUserInstrument,
  type UserInstrument,
} from '@undertow/contracts';
import {
  contractAt,
  expiryOfContract,
  formatTicks,
  INSTRUMENTS,
  type Instrument,
  instrumentById,
  tickValue,
} from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import type { UserInstruments } from '#ports/accounts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { LiveViews } from '#ports/live-views.ts';

export interface InstrumentParts {
  readonly userInstruments: UserInstruments;
  readonly entitlements: Entitlements;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly views: Pick<LiveViews, 'contractOf'>;
}

/** `front` is the contract that the feed serves; without one it is the calendar's. */
function encodeInstrument(
  instrument: Instrument,
  front: ReturnType<LiveViews['contractOf']>,
  nowMs: number,
): InstrumentDto {
  const { id, symbol, name, venue, decimals, notation, pointValue, currency, rthOpenMinute, rthCloseMinute } =
    instrument;
  const byRule = contractAt(instrument, nowMs);
  const code = front?.code ?? byRule.code;
  return {
    id,
    symbol,
    name,
    venue,
    contract: code,
    expiry: front?.expiry ?? expiryOfContract(instrument, code, nowMs) ?? byRule.expiry,
    tickSize: formatTicks(instrument, 1),
    decimals,
    notation,
    tickValue: tickValue(instrument),
    pointValue,
    currency,
    rthOpenMinute,
    rthCloseMinute,
  };
}

/** The instrument of an id from outside. */
function known(instrumentId: number): Instrument {
  const instrument = instrumentById(instrumentId);
  if (instrument === undefined) throw new AppError('INSTRUMENT_UNKNOWN');
  return instrument;
}

async function listOf(
  { userInstruments, entitlements }: InstrumentParts,
  userId: string,
): Promise<UserInstrument[]> {
  const [rows, { activeInstrumentIds }] = await Promise.all([
    userInstruments.list(userId),
    entitlements.of(userId),
  ]);
  return rows.flatMap(({ id, instrumentId }) => {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined) return [];
    const { symbol, name } = instrument;
    return [
      { id, instrumentId, instrument: { symbol, name }, active: activeInstrumentIds.includes(instrumentId) },
    ];
  });
}

export function bindInstrumentRoutes(binder: RouteBinder, parts: InstrumentParts): void {
  const { userInstruments, bus, clock, views } = parts;

  binder.bindUser(listInstruments, () =>
    INSTRUMENTS.map((instrument) =>
      encodeInstrument(instrument, views.contractOf(instrument.id), clock.nowMs()),
    ),
  );

  binder.bindUser(listUserInstruments, ({ user }) => listOf(parts, user.userId));

  binder.bindUser(addUserInstrument, async ({ user: { userId }, body: { instrumentId } }) => {
    known(instrumentId);
    const outcome = await userInstruments.add(userId, instrumentId, clock.nowMs());
    if (outcome === 'duplicate') throw new AppError('INSTRUMENT_DUPLICATE');
    if (outcome === 'limit') throw new AppError('INSTRUMENT_LIMIT');
    bus.publish('userChanged', { userId });
    const added = (await listOf(parts, userId)).find((row) => row.instrumentId === instrumentId);
    if (added === undefined) throw new AppError('INSTRUMENT_NOT_LISTED');
    return added;
  });

  binder.bindUser(removeUserInstrument, async ({ user: { userId }, params: { instrumentId } }) => {
    if (!(await userInstruments.remove(userId, instrumentId))) throw new AppError('INSTRUMENT_NOT_LISTED');
    bus.publish('userChanged', { userId });
    return OK;
  });

  binder.bindUser(swapUserInstrument, async ({ user: { userId }, body: { activate, pause } }) => {
    if (!(await userInstruments.swap(userId, activate, pause))) throw new AppError('INSTRUMENT_NOT_LISTED');
    bus.publish('userChanged', { userId });
    return listOf(parts, userId);
  });
}
