/** Layouts of the signed-in user: listed, created, changed with the version a change is based on, removed. */
import {
  createLayout,
  instantOfMs,
  type Layout,
  listLayouts,
  panesOf,
  readLayout,
  removeLayout,
  type StoredLayout,
  saveLayout,
} from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import type { UserInstruments } from '#ports/accounts.ts';
import type { Clock } from '#ports/clock.ts';
import type { Entitlements } from '#ports/entitlements.ts';
import type { LayoutRow, LayoutStore } from '#ports/layouts.ts';

export interface LayoutRouteParts {
  readonly layouts: LayoutStore;
  readonly userInstruments: Pick<UserInstruments, 'list'>;
  readonly entitlements: Entitlements;
  readonly clock: Clock;
}

function shown({ body, savedAtMs, ...row }: LayoutRow): StoredLayout {
  const { id, version, copyOf } = row;
  return { id, version, copyOf, savedAt: instantOfMs(savedAtMs), ...readLayout(body) };
}

/** What a layout already has: a smaller plan or list of instruments later does not stop its other changes. */
interface Granted {
  readonly panes: number;
  readonly instrumentIds: readonly number[];
}

const NOTHING: Granted = { panes: 0, instrumentIds: [] };

function grantedBy({ body }: LayoutRow): Granted {
  const { layout } = readLayout(body);
  const panes = layout === null ? [] : panesOf(layout.root);
  return { panes: panes.length, instrumentIds: panes.map(({ instrumentId }) => instrumentId) };
}

/** Refuses more panes than the plan has, and instruments that are not the user's. */
async function requireAllowed(
  { entitlements, userInstruments }: LayoutRouteParts,
  userId: string,
  layout: Layout,
  granted: Granted,
): Promise<void> {
  const panes = panesOf(layout.root);
  const { rules } = await entitlements.of(userId);
  if (panes.length > Math.max(rules.workspace.panesPerLayout, granted.panes)) throw new AppError('LAYOUT_PANES');
  const fresh = panes.map(({ instrumentId }) => instrumentId).filter((id) => !granted.instrumentIds.includes(id));
  if (fresh.some((id) => instrumentById(id) === undefined)) throw new AppError('INSTRUMENT_UNKNOWN');
  const own = (await userInstruments.list(userId)).map((row) => row.instrumentId);
  if (fresh.some((id) => !own.includes(id))) throw new AppError('INSTRUMENT_NOT_ENTITLED');
}

export function bindLayoutRoutes(binder: RouteBinder, parts: LayoutRouteParts): void {
  const { layouts, clock } = parts;

  binder.bindUser(listLayouts, async ({ user }) => (await layouts.list(user.userId)).map(shown));

  binder.bindUser(createLayout, async ({ user: { userId }, body: { layout } }) => {
    await requireAllowed(parts, userId, layout, NOTHING);
    const row = await layouts.add(userId, layout, clock.nowMs());
    if (row === undefined) throw new AppError('LAYOUT_LIMIT');
    return shown(row);
  });

  binder.bindUser(saveLayout, async ({ user: { userId }, params: { id }, body }) => {
    const known = await layouts.find(userId, id);
    if (known === undefined) throw new AppError('NOT_FOUND');
    await requireAllowed(parts, userId, body.layout, grantedBy(known));
    const done = await layouts.save(userId, id, body, clock.nowMs());
    if (done === undefined) throw new AppError('NOT_FOUND');
    return { saved: shown(done.saved), replaced: done.replaced === null ? null : shown(done.replaced) };
  });

  binder.bindUser(removeLayout, async ({ user: { userId }, params: { id } }) => {
    if (!(await layouts.remove(userId, id))) throw new AppError('NOT_FOUND');
    return OK;
  });
}
