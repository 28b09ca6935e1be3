/** What studies a chart shows, read from the plain settings of a pane: what is of another type or out of bounds is left out. */

export const INDICATOR_KINDS = ['sma', 'ema', 'bollinger', 'rsi', 'macd', 'atr'] as const;
export type IndicatorKind = (typeof INDICATOR_KINDS)[number];

interface IndicatorSpec {
  readonly name: string;
  readonly title: string;
  /** Words of its numbers, in order. */
  readonly fields: readonly string[];
  readonly standard: readonly number[];
  /** Drawn below the chart on a scale of its own. */
  readonly hasPane: boolean;
}

export const INDICATORS: Readonly<Record<IndicatorKind, IndicatorSpec>> = {
  sma: { name: 'SMA', title: 'Simple average', fields: ['Bars'], standard: [20], hasPane: false },
  ema: { name: 'EMA', title: 'Exponential average', fields: ['Bars'], standard: [20], hasPane: false },
  bollinger: {
    name: 'BB',
    title: 'Bollinger bands',
    fields: ['Bars', 'Deviations'],
    standard: [20, 2],
    hasPane: false,
  },
  rsi: { name: 'RSI', title: 'Relative strength', fields: ['Bars'], standard: [14], hasPane: true },
  macd: {
    name: 'MACD',
    title: 'MACD',
    fields: ['Fast', 'Slow', 'Signal'],
    standard: [12, 26, 9],
    hasPane: true,
  },
  atr: { name: 'ATR', title: 'Average true range', fields: ['Bars'], standard: [14], hasPane: true },
};

export interface IndicatorChoice {
  readonly kind: IndicatorKind;
  /** As many as the kind has fields, within their bounds. */
  readonly numbers: readonly number[];
}

export interface StudyChoices {
  readonly indicators: readonly IndicatorChoice[];
  readonly vwapBands: boolean;
  /** Instants from which a VWAP counts, milliseconds since 1970 UTC, ascending. */
  readonly anchors: readonly number[];
  readonly sessionProfiles: boolean;
  readonly visibleProfile: boolean;
  /** Bars that start within `fromMs <= startMs <= toMs`. */
  readonly fixedRange: { readonly fromMs: number; readonly toMs: number } | null;
  readonly nakedPoints: boolean;
}

type Setting = boolean | number | string | undefined;

/** Settings of a pane, of which others are read elsewhere. */
export type StudySettings = Readonly<Record<string, Setting>> & {
  readonly [Name in
    | 'vwapBands'
    | 'anchors'
    | 'sessionProfiles'
    | 'visibleProfile'
    | 'profileRange'
    | 'nakedPoints']?: Setting;
};

export const MAX_ANCHORS = 3;
const MAX_PERIOD = 500;
const MAX_DEVIATIONS = 5;

/** True for numbers that the kind can be computed with. */
export function areNumbersOf(kind: IndicatorKind, numbers: readonly number[]): boolean {
  if (numbers.length !== INDICATORS[kind].fields.length) return false;
  const isPeriod = (value: number | undefined): boolean =>
    value !== undefined && Number.isInteger(value) && value >= 1 && value <= MAX_PERIOD;
  const [first, second = Number.NaN, third] = numbers as readonly [number, number?, number?];
  if (kind === 'bollinger') return isPeriod(first) && second > 0 && second <= MAX_DEVIATIONS;
  if (kind === 'macd') return isPeriod(first) && isPeriod(second) && isPeriod(third) && first < second;
  return isPeriod(first);
}

const numbersOf = (text: string): number[] =>
  text.split(',').map((part) => (part === '' ? Number.NaN : Number(part)));

/** Several of one kind are separated by a bar: `9|21`. */
function indicatorsOf(kind: IndicatorKind, value: Setting): IndicatorChoice[] {
  if (typeof value !== 'string') return [];
  return value
    .split('|')
    .map(numbersOf)
    .filter((numbers) => areNumbersOf(kind, numbers))
    .map((numbers) => ({ kind, numbers }));
}

/** The setting of a kind with these numbers for each time it is shown; the empty text shows none. */
export function indicatorSetting(choices: readonly Pick<IndicatorChoice, 'numbers'>[]): string {
  return choices.map(({ numbers }) => numbers.join(',')).join('|');
}

function instantsOf(value: Setting): number[] {
  if (typeof value !== 'string' || value === '') return [];
  return numbersOf(value).filter((ms) => Number.isSafeInteger(ms) && ms > 0);
}

export function studyChoices(settings: StudySettings): StudyChoices {
  const { profileRange, vwapBands, anchors, sessionProfiles, visibleProfile, nakedPoints } = settings;
  const [fromMs, toMs] = instantsOf(profileRange);
  return {
    indicators: INDICATOR_KINDS.flatMap((kind) => indicatorsOf(kind, settings[kind])),
    vwapBands: vwapBands === true,
    anchors: instantsOf(anchors)
      .toSorted((a, b) => a - b)
      .slice(-MAX_ANCHORS),
    sessionProfiles: sessionProfiles === true,
    visibleProfile: visibleProfile === true,
    fixedRange: fromMs === undefined || toMs === undefined || toMs < fromMs ? null : { fromMs, toMs },
    nakedPoints: nakedPoints === true,
  };
}

export function hasStudies(choices: StudyChoices): boolean {
  return (
    choices.indicators.length > 0 ||
    choices.anchors.length > 0 ||
    choices.fixedRange !== null ||
    choices.vwapBands ||
    choices.sessionProfiles ||
    choices.visibleProfile ||
    choices.nakedPoints
  );
}

/** `EMA 20`, `BB 20, 2`. */
export function indicatorName({ kind, numbers }: IndicatorChoice): string {
  return `${INDICATORS[kind].name} ${numbers.join(', ')}`;
}
