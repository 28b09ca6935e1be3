/** Ends mails of alerts for the user whom a mail's token names: by the reader's button, or by that of our page. */
import { stopAlertMail } from '@undertow/contracts';
import { AppError } from '#failures/app-error.ts';
import { OK, type RouteBinder } from '#http/bind/bind-route.ts';
import type { PreferenceStore, Users } from '#ports/accounts.ts';
import type { Bus } from '#ports/bus.ts';
import type { AlertMailTokens } from './alert-mail-tokens.ts';

export interface MailStopParts {
  readonly alertMailTokens: AlertMailTokens;
  readonly users: Pick<Users, 'find'>;
  readonly preferences: PreferenceStore;
  readonly bus: Bus;
}

export function bindMailStopRoute(
  binder: RouteBinder,
  { alertMailTokens, users, preferences, bus }: MailStopParts,
): void {
  binder.bindOneClick(stopAlertMail, async ({ query }) => {
    const userId = alertMailTokens.userOf(query.token);
    if (userId === null)
      throw new AppError('BAD_REQUEST', [{ path: 'token', message: 'expected the token of a mail' }]);
    // An erased person gets no mails anyway
    if ((await users.find(userId)) === undefined) return OK;
    const { notifications } = await preferences.get(userId);
    if (notifications.email) {
      await preferences.save(userId, { notifications: { ...notifications, email: false } });
      bus.publish('userChanged', { userId });
    }
    return OK;
  });
}
