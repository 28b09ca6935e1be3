/** The user's own trading-platform connection: its state, its log, its login, and its end. The password is never answered. */
import {
  deleteOwnData,
  disconnectRithmic,
  getRithmicConnection,
  listConnectionLog,
  listRithmicSystems,
  resumeRithmicConnection,
  saveRithmicConnection,
  testRithmicConnection,
} from '@undertow/contracts';
import { MINUTE_MS } from '@undertow/market';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import { createUserLimit } from '#http/limits/user-limit.ts';
import type { ViewResolver } from '#ports/account-feeds.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';
import { deleteOwnDataOf, type OwnDataParts } from './delete-own-data.ts';

/** Each one starts the instruments of a connected account anew. */
const DELETIONS_PER_MINUTE = 6;

export interface ConnectionParts extends OwnDataParts {
  /** Null where no gateway is configured. */
  readonly connectionSupervisor: ConnectionSupervisor | null;
  readonly viewResolver: Pick<ViewResolver, 'marketOf'>;
}

export function bindConnectionRoutes(binder: RouteBinder, parts: ConnectionParts): void {
  const { connectionSupervisor: supervisor, viewResolver, clock } = parts;
  const countDeletion = createUserLimit(DELETIONS_PER_MINUTE, MINUTE_MS, clock);

  function open(): ConnectionSupervisor {
    if (supervisor === null) throw new AppError('RITHMIC_OFF');
    return supervisor;
  }

  binder.bindUser(getRithmicConnection, async ({ user: { userId } }) => {
    const state = (await supervisor?.stateOf(userId)) ?? {};
    if (state.status === undefined) return state;
    return { ...state, isDataStored: viewResolver.marketOf({ userId }) !== null };
  });
  binder.bindUser(listConnectionLog, async ({ user }) => (await supervisor?.logOf(user.userId)) ?? []);
  binder.bindUser(saveRithmicConnection, async ({ user, body, request }) => {
    await open().save(user.userId, body, request.id);
    return OK;
  });
  binder.bindUser(testRithmicConnection, async ({ user }) => {
    const message = await open().test(user.userId);
    return { ...OK, message };
  });
  binder.bindUser(listRithmicSystems, async ({ query }) => {
    const { systems, ofDomain } = await open().systemsOf(query.server);
    return { systems: [...systems], ofDomain };
  });
  binder.bindUser(resumeRithmicConnection, async ({ user, request }) => {
    await open().resume(user.userId, request.id);
    return OK;
  });
  binder.bindUser(disconnectRithmic, async ({ user, request }) => {
    await open().disconnect(user.userId, request.id);
    return OK;
  });
  binder.bindUser(deleteOwnData, async ({ user: { userId }, request }) => {
    countDeletion(userId);
    return deleteOwnDataOf(parts, userId, request.id);
  });
}
