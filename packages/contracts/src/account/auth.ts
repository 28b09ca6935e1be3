/** Sign-in: current user, login, callback, logout. */
import { z } from 'zod';
import { tierName } from '#plans/plans.ts';
import { instant, okResponse } from '#shapes/primitives.ts';
import { route } from '#shapes/route.ts';

export const currentUser = z.object({
  id: z.string(),
  firstName: z.string().nullable(),
  email: z.string().nullable(),
  /** `free` where there is no plan. */
  subscriptionTier: tierName,
  /** -1 is unlimited. */
  instrumentsLimit: z.number().int(),
  watchlistLimit: z.number().int(),
  /** Delay of market data for this user. */
  delaySeconds: z.number().int().nonnegative(),
  role: z.enum(['user', 'admin']),
  createdAt: instant,
  /** Set while an administrator views the product as this user: the reason and the end. */
  view: z.object({ reason: z.string(), until: instant }).nullable(),
});
export type CurrentUser = z.infer<typeof currentUser>;

export const getCurrentUser = route({
  id: 'getCurrentUser',
  method: 'GET',
  path: '/api/auth/user',
  access: 'user',
  viewable: true,
  summary: 'The signed-in user',
  response: currentUser,
});

/** The same for public pages: a visitor is not an error, so that their browser logs none. */
export const getSession = route({
  id: 'getSession',
  method: 'GET',
  path: '/api/auth/session',
  access: 'public',
  viewable: true,
  summary: 'The signed-in user, or null for a visitor',
  response: z.object({ user: currentUser.nullable() }),
});

/** `returnTo` is a path of this site; anything else is ignored. `fresh=1` requires a new sign-in. */
export const login = route({
  id: 'login',
  method: 'GET',
  path: '/api/login',
  access: 'public',
  viewable: true,
  summary: 'Starts sign-in at the identity issuer',
  query: z.object({ returnTo: z.string().max(2048).optional(), fresh: z.literal('1').optional() }),
  response: z.undefined(),
  status: 302,
});

export const loginCallback = route({
  id: 'loginCallback',
  method: 'GET',
  path: '/api/callback',
  access: 'public',
  viewable: true,
  summary: 'The identity issuer sends the browser back here',
  query: z.record(z.string(), z.string()),
  response: z.undefined(),
  status: 302,
});

/** Cross-site navigation gets a page with one button instead of being signed out. */
export const logout = route({
  id: 'logout',
  method: 'GET',
  path: '/api/logout',
  access: 'public',
  viewable: true,
  summary: 'Ends the session and returns to the landing page',
  response: z.undefined(),
  status: 302,
});

export const postLogout = route({
  id: 'postLogout',
  method: 'POST',
  path: '/api/logout',
  access: 'public',
  summary: 'Ends the session',
  response: okResponse,
});

export const AUTH_ROUTES = [getCurrentUser, getSession, login, loginCallback, logout, postLogout] as const;
