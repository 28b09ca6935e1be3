/** What a row of the authorisation matrix is. */
import type { TestApp, TestUser } from '@undertow/server/testing/app.ts';

/** visitor, free, basic, pro, elite, administrator without a tier */
export const CALLERS = ['V', 'F', 'B', 'P', 'E', 'A'] as const;
export type Caller = (typeof CALLERS)[number];

/** The state that a row is called in. */
export interface World {
  readonly app: TestApp;
  readonly caller: Caller;
  readonly user: TestUser | null;
  /** Somebody else, elite, with instruments 1 and 2. */
  readonly other: TestUser;
}

export interface Request {
  readonly url: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface MatrixRow {
  /** Id of the contract. */
  readonly route: string;
  readonly situation: string;
  /** Statuses of V F B P E A. */
  readonly statuses: readonly [number, number, number, number, number, number];
  /** Status of an elite user who comes from another site; left out where the method changes nothing. */
  readonly crossSite?: number;
  /** Instruments of the caller, cut to their limit. */
  readonly instruments?: readonly number[];
  readonly request: Request | ((world: World) => Request | Promise<Request>);
}

/** A visitor's status, and the one of everybody who is signed in. */
export const all = (visitor: number, user: number): MatrixRow['statuses'] => [
  visitor,
  user,
  user,
  user,
  user,
  user,
];
/** Administrators only, whatever their tier. */
export const administrators = (status: number): MatrixRow['statuses'] => [401, 403, 403, 403, 403, status];
/** Refused without a tier. */
export const paid = (status: number): MatrixRow['statuses'] => [401, 403, status, status, status, 403];
