/**
 * What every object has. Objects are stored in the shape in which they are answered; keys that begin with an underscore
 * are internal and never returned.
 */
export interface StripeObject {
  readonly id: string;
  readonly object: string;
  readonly [key: string]: unknown;
}

export interface StripeList<T> {
  readonly object: 'list';
  readonly data: readonly T[];
  readonly has_more: boolean;
  readonly url: string;
}

export function listOf<T>(data: readonly T[], url: string): StripeList<T> {
  return { object: 'list', data, has_more: false, url };
}

export const NO_ADDRESS = {
  city: null,
  country: null,
  line1: null,
  line2: null,
  postal_code: null,
  state: null,
} as const;
export type Address = Readonly<Record<keyof typeof NO_ADDRESS, string | null>>;

/** One currency: the sandbox's account sells in pounds. */
export const CURRENCY = 'gbp';
