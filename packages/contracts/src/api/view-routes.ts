/** Routes that may be called while an administrator views the product as a user; all others are refused. */
import { postLogout } from '#account/auth.ts';
import { endView } from '#admin/user.ts';
import { ROUTES } from './all-routes.ts';

export const VIEW_READS: ReadonlySet<string> = new Set(
  ROUTES.filter(({ viewable }) => viewable).map(({ id }) => id),
);

/** Routes that end a view. */
export const VIEW_WRITES: ReadonlySet<string> = new Set([endView, postLogout].map(({ id }) => id));
