/** Kinds of values on the wire: for each what a field of it takes, and what it refuses. */

export interface ValueKind {
  readonly taken: readonly unknown[];
  readonly refused: readonly unknown[];
}

const NO_NUMBERS = [Number.NaN, Number.POSITIVE_INFINITY, '1', '', true, [1], { value: 1 }, null];
const NO_TEXTS = [0, 1, false, ['text'], { text: 'text' }, null];

/** Whole numbers from zero: contracts, orders, trades, rows. */
export const COUNT: ValueKind = {
  taken: [0, 1, 4096, Number.MAX_SAFE_INTEGER],
  refused: [-1, 0.5, 2 ** 53, ...NO_NUMBERS],
};
/** Whole numbers from one. */
export const POSITIVE: ValueKind = { taken: COUNT.taken.slice(1), refused: [0, ...COUNT.refused] };
/** Whole numbers of both signs. */
export const WHOLE: ValueKind = { taken: [-7, ...COUNT.taken], refused: COUNT.refused.slice(1) };
/** Any finite number. */
export const REAL: ValueKind = { taken: [-2.5, 0, 1e-9, 1e12], refused: NO_NUMBERS };
/** Any finite number from zero. */
export const AMOUNT: ValueKind = { taken: REAL.taken.slice(1), refused: [-1e-9, ...NO_NUMBERS] };
/** From 0 to 1. */
export const SHARE: ValueKind = { taken: [0, 0.25, 1], refused: [-1e-9, 1.000001, 62, ...NO_NUMBERS] };
/** From 0 to 100. */
export const PERCENT: ValueKind = { taken: [0, 0.25, 100], refused: [-1e-9, 100.0001, ...NO_NUMBERS] };
export const FLAG: ValueKind = { taken: [true, false], refused: ['true', 0, 1, '', null, [], {}] };
export const TEXT: ValueKind = { taken: ['', 'a', 'two words'], refused: NO_TEXTS };
/** Prices and money: decimals in text, never a number of JSON. */
export const DECIMAL: ValueKind = {
  taken: ['0', '4567.25', '-0.015625', '123456789012345.123456789'],
  refused: [4567.25, '', '4567,25', '1e3', '.5', '5.', '+1', 'NaN', '$1', ' 1', '1234567890123456', null],
};
export const INSTANT: ValueKind = {
  taken: ['2026-11-20T16:51:55.000Z', '2024-02-29T00:00:00Z'],
  refused: [
    ...['2026-11-20', '2026-11-20T16:51:55', '2026-11-20T16:51:55+01:00', '2026-02-29T00:00:00Z', 'noon', ''],
    ...[1_795_000_000_000, null],
  ],
};
/** A day of the calendar. */
export const DAY: ValueKind = {
  taken: ['2026-11-20', '2024-02-29'],
  refused: ['2026-02-29', '2026-1-1', '20.11.2026', '2026-11-20T00:00:00Z', '', 20_261_120, null],
};
export const ROW_ID: ValueKind = {
  taken: ['9f2c66a1d0b14e07', '1', 'x'.repeat(64)],
  refused: ['', 'x'.repeat(65), 'a b', 'a\0', 'ü', 'a\n', 7, null],
};

export const orNull = ({ taken, refused }: ValueKind): ValueKind => ({
  taken: [...taken, null],
  refused: refused.filter((value) => value !== null),
});

/** One of these words, as they are written. */
export const wordOf = (words: readonly string[]): ValueKind => ({
  taken: words,
  refused: [
    ...words.map((word) => `${word} `),
    ...words.map((word) => (word === word.toUpperCase() ? word.toLowerCase() : word.toUpperCase())),
    ...['', 'constructor', '__proto__', 0, null, [words[0]]],
  ],
});

/** A list of things of which one is given. */
export const listOf = (one: unknown): ValueKind => ({
  taken: [[], [one], [one, one]],
  refused: [one, { 0: one, length: 1 }, [one, null], [one, [one]], null, ''],
});
