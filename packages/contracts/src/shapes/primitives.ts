/** Small schemas that every area uses. */
import { z } from 'zod';

/** A decimal string such as `4567.25`; prices and money are never JSON numbers. */
export const decimalString = z
  .string()
  .regex(/^-?\d{1,15}(\.\d{1,9})?$/, 'expected a decimal number in a string');

/** ISO 8601 in UTC with milliseconds, for example `2026-11-20T16:51:55.000Z`. */
export const instant = z.iso.datetime();

/** Id of an instrument, a positive integer. */
export const instrumentId = z.coerce.number<number>().int().min(1).max(1_000_000);

/** Ids of rows: opaque to clients, visible ASCII (the database would fail on a NUL). */
export const rowId = z.string().regex(/^[\x21-\x7e]{1,64}$/);

/** The common subset of RFC 5321 addresses; every part is bounded, so that no input makes the pattern slow. */
export const emailAddress = z
  .email({
    pattern:
      /^(?!\.)(?!.{0,254}\.[.@])[A-Za-z0-9_'+.&-]{1,64}@[A-Za-z0-9][A-Za-z0-9.-]{0,187}\.[A-Za-z]{2,63}$/,
    error: 'expected an e-mail address',
  })
  .max(254);

/** ISO 4217, or the code of a coin that an account is held in: `USD`, `USDT`. */
export const currencyCode = z.string().regex(/^[A-Z][A-Z0-9]{2,4}$/, 'expected a currency such as USD');

/** Text of a user or a file: no NUL and no lone surrogate, which the database rejects. */
export const plainText = z
  .string()
  .refine((text) => !text.includes('\0') && text.isWellFormed(), 'expected text without NUL');

/**
 * Control characters, line separators, bidirectional controls, and invisible ones: no
 * name, address, firm or file name contains one. The joiners of Indic and Persian text and of emoji are allowed.
 */
export const HIDDEN_CHARACTER =
  /[\p{Cc}\p{Zl}\p{Zp}\u061c\u180e\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\u206a-\u206f\ufeff\ufff9-\ufffb]/u;

/** A name of one line: of a file, an account, a strategy, a rule. */
export const labelText = plainText.refine(
  (text) => !HIDDEN_CHARACTER.test(text),
  'expected text without control characters and without marks of direction',
);

export const timeframeName = z.enum(['1m', '5m', '10m', '15m', '30m', '60m']);
export type TimeframeName = z.infer<typeof timeframeName>;

/** The minimum response of every change. */
export const okResponse = z.object({ ok: z.literal(true) });

/** `true` and `false` as written in a query string. */
export const queryBoolean = z.enum(['true', 'false']).transform((value) => value === 'true');

/** Whose market data it is: the platform's feed, or the user's own account. */
export const MARKET_LINES = ['platform', 'own'] as const;
export const marketLine = z.enum(MARKET_LINES);
export type MarketLine = z.infer<typeof marketLine>;
