/** The user's own trading-platform connection: its state, its log, its login, and its end. The password is never answered. */
import {
  disconnectRithmic,
  getRithmicConnection,
  listConnectionLog,
  listRithmicSystems,
  resumeRithmicConnection,
  saveRithmicConnection,
  testRithmicConnection,
} from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import type { ViewResolver } from '#ports/account-feeds.ts';
import type { ConnectionSupervisor } from '#ports/credentials.ts';

/** `supervisor` is null where no gateway is configured. */
export function bindConnectionRoutes(
  binder: RouteBinder,
  supervisor: ConnectionSupervisor | null,
  viewResolver: Pick<ViewResolver, 'marketOf'>,
): void {
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
}
