/** What the user chose about the dashboard. */
import { getPreferences, type Preferences, savePreferences } from '@undertow/contracts';
import type { RouteBinder } from '#http/bind/bind-route.ts';
import type { PreferenceStore } from '#ports/accounts.ts';
import type { Bus } from '#ports/bus.ts';

/** Keys that were sent; a schema leaves the others undefined. */
function sentKeys(body: { readonly [Key in keyof Preferences]?: Preferences[Key] | undefined }) {
  return Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined),
  ) as Partial<Preferences>;
}

export function bindPreferenceRoutes(binder: RouteBinder, preferences: PreferenceStore, bus: Bus): void {
  binder.bindUser(getPreferences, ({ user }) => preferences.get(user.userId));

  binder.bindUser(savePreferences, async ({ user: { userId }, body }) => {
    const saved = await preferences.save(userId, sentKeys(body));
    bus.publish('userChanged', { userId });
    return saved;
  });
}
