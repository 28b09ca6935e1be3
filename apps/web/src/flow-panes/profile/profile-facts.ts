/** Facts of a session in words: the rows under the picture, and the columns of the table. */
import { formatPrice, type Instrument, type TpoRun } from '@undertow/market';
import { sizeText } from '#chart/data/size-text.ts';
import type { SessionFate, SessionProfile } from '#flow-panes/sessions/session-profiles.ts';

export const FACT_NAMES = [
  'Volume',
  'POC',
  'Value area',
  'Initial balance',
  'Range, against IB',
  'TPO above, below',
  'Single prints',
] as const;

const WAYS = { none: 'inside', up: 'up', down: 'down', both: 'both ways' } as const;

export function runText(instrument: Instrument, { lowTicks, highTicks }: TpoRun): string {
  return `${formatPrice(instrument, lowTicks)} to ${formatPrice(instrument, highTicks)}`;
}

/** Of ticks: `9.50`. */
const spanText = (instrument: Instrument, ticks: number): string => formatPrice(instrument, ticks);

export interface FactText {
  readonly text: string;
  /** Nothing there: it is faint. */
  readonly isNone: boolean;
}

/** In the order of `FACT_NAMES`. */
export function factTexts(
  instrument: Instrument,
  session: SessionProfile,
  fate: SessionFate,
): readonly FactText[] {
  const { tpo, volume, value, lowTicks, highTicks } = session;
  const price = (ticks: number): string => formatPrice(instrument, ticks);
  const balance = tpo.initialBalance;
  const balanceTicks = balance === null ? 0 : balance.highTicks - balance.lowTicks;
  const range = lowTicks === null || highTicks === null ? null : highTicks - lowTicks;
  const singles = tpo.singlePrints.map((run) => runText(instrument, run));
  const texts = [
    sizeText(volume.volume),
    value === null ? '' : `${price(value.pointOfControlTicks)}${fate.isNaked ? '  naked' : ''}`,
    value === null ? '' : `${price(value.lowTicks)} to ${price(value.highTicks + session.rowTicks - 1)}`,
    balance === null
      ? ''
      : `${price(balance.lowTicks)} to ${price(balance.highTicks)}  (${spanText(instrument, balanceTicks)})`,
    range === null
      ? ''
      : [
          spanText(instrument, range),
          ...(balanceTicks === 0 ? [] : [`${(range / balanceTicks).toFixed(1)}×`]),
          WAYS[tpo.extension],
        ].join('  '),
    `${tpo.tposAbove}, ${tpo.tposBelow}`,
    singles.join(', '),
  ];
  return texts.map((text) => ({ text: text === '' ? 'none' : text, isNone: text === '' }));
}

/** `poor high`, `buying tail 4563.00 to 4565.75`: what the extremes say. */
export function extremeWords(instrument: Instrument, { tpo }: SessionProfile): readonly string[] {
  return [
    ...(tpo.poorHigh ? ['poor high'] : []),
    ...(tpo.poorLow ? ['poor low'] : []),
    ...(tpo.sellingTail === null ? [] : [`selling tail ${runText(instrument, tpo.sellingTail)}`]),
    ...(tpo.buyingTail === null ? [] : [`buying tail ${runText(instrument, tpo.buyingTail)}`]),
  ];
}
