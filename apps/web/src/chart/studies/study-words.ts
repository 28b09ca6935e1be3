/** Values of studies as text. */
import { formatPrice, type Instrument, NANOS_PER_POINT } from '@undertow/market';
import type { IndicatorKind } from './study-choices.ts';

/** A price, or a distance of prices, that may lie between ticks, with the digits of the instrument; empty where it is not known. */
export function ticksText(instrument: Instrument, ticks: number): string {
  if (Number.isNaN(ticks)) return '';
  const digits = formatPrice(instrument, instrument.basePriceTicks).split('.')[1]?.length ?? 0;
  const text = ((ticks * instrument.tickNanos) / NANOS_PER_POINT).toFixed(digits);
  return text.replace('-', '−');
}

/** RSI has a scale of its own; the others are prices. */
export function valueText(kind: IndicatorKind, instrument: Instrument, value: number): string {
  if (Number.isNaN(value)) return '';
  return kind === 'rsi' ? value.toFixed(1) : ticksText(instrument, value);
}
