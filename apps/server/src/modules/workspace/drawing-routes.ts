/** Drawings of the signed-in user on an instrument: read, changed by what changed, removed; alerts on their lines follow. */
import { type Drawing, getDrawings, removeDrawings, saveDrawings } from '@undertow/contracts';
import { type Instrument, instrumentById, parsePriceTicks } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import type { UserInstruments } from '#ports/accounts.ts';
import type { DrawingStore } from '#ports/alerts.ts';
import type { Bus } from '#ports/bus.ts';
import type { Clock } from '#ports/clock.ts';

export interface DrawingRouteParts {
  readonly drawings: DrawingStore;
  readonly userInstruments: Pick<UserInstruments, 'list'>;
  readonly bus: Bus;
  readonly clock: Clock;
}

/** Refuses prices that the instrument cannot have, each at its place. */
function requireOnGrid(instrument: Instrument, put: readonly Drawing[]): void {
  const faults = put.flatMap(({ points }, at) =>
    points.flatMap(({ price }, point) => {
      try {
        parsePriceTicks(instrument, price);
        return [];
      } catch (error) {
        const message = error instanceof Error ? error.message : String(error);
        return [{ path: `body.put.${at}.points.${point}.price`, message }];
      }
    }),
  );
  if (faults.length > 0) throw new AppError('DRAWING_REFUSED', faults);
}

export function bindDrawingRoutes(binder: RouteBinder, parts: DrawingRouteParts): void {
  const { drawings, userInstruments, bus, clock } = parts;

  binder.bindUser(getDrawings, ({ user, params }) => drawings.get(user.userId, params.instrumentId));

  binder.bindUser(saveDrawings, async ({ user: { userId }, params: { instrumentId }, body }) => {
    const instrument = instrumentById(instrumentId);
    if (instrument === undefined) throw new AppError('INSTRUMENT_UNKNOWN');
    // What is there can be removed also after the instrument was
    const isOwn = (await userInstruments.list(userId)).some((row) => row.instrumentId === instrumentId);
    if (!isOwn && body.put.length > 0) throw new AppError('INSTRUMENT_NOT_ENTITLED');
    requireOnGrid(instrument, body.put);
    const saved = await drawings.save(userId, instrumentId, body, clock.nowMs());
    if (saved === undefined) throw new AppError('DRAWING_LIMIT');
    const { row, kept, movedRules, endedRules } = saved;
    if (movedRules + endedRules > 0) bus.publish('alertRulesChanged', { userId });
    return { ...row, kept: [...kept], endedRules };
  });

  binder.bindUser(removeDrawings, async ({ user: { userId }, params }) => {
    const ended = await drawings.clear(userId, params.instrumentId, clock.nowMs());
    if (ended > 0) bus.publish('alertRulesChanged', { userId });
    return OK;
  });
}
