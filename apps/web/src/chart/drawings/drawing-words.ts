/** Drawings in words: what a measure and a position say, and what a screen reader is given. */
import { DRAWING_WORDS, type Drawing } from '@undertow/contracts';
import { formatPrice, type Instrument, MINUTE_MS } from '@undertow/market';
import type { ZoneClock } from '#chart/data/time-labels.ts';
import type { Anchor } from './drawing-points.ts';

const signed = (value: number, digits = 0): string =>
  `${value < 0 ? '\u2212' : '+'}${Math.abs(value).toFixed(digits)}`;

/** `45 min`, `3 h 20 min`, `2 d 4 h`. */
export function spanWords(ms: number): string {
  const minutes = Math.round(Math.abs(ms) / MINUTE_MS);
  const [days, hours, rest] = [Math.floor(minutes / 1440), Math.floor((minutes % 1440) / 60), minutes % 60];
  if (days > 0) return hours === 0 ? `${days} d` : `${days} d ${hours} h`;
  if (hours > 0) return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
  return `${rest} min`;
}

/** `+42 ticks  +0.23%  6 bars  1 h`. */
export function measureWords(first: Anchor, second: Anchor, bars: number): string {
  const ticks = second.priceTicks - first.priceTicks;
  const percent = first.priceTicks === 0 ? '' : `  ${signed((ticks / Math.abs(first.priceTicks)) * 100, 2)}%`;
  const count = Math.abs(bars);
  return `${signed(ticks)} ticks${percent}  ${count} ${count === 1 ? 'bar' : 'bars'}  ${spanWords(second.atMs - first.atMs)}`;
}

/** How many times the risk is the reward, and the prices with their distance in ticks. */
export function positionWords(instrument: Instrument, anchors: readonly Anchor[], text: string) {
  const [entry, target, stop] = anchors.map(({ priceTicks }) => priceTicks) as [number, number, number];
  const reward = Math.abs(target - entry);
  const risk = Math.abs(stop - entry);
  const ratio = `${(reward / risk).toFixed(2)} R`;
  const price = (ticks: number): string =>
    `${formatPrice(instrument, ticks)}, ${signed(ticks - entry)} ticks`;
  return {
    entry: `${text === '' ? '' : `${text}  `}${formatPrice(instrument, entry)}  ${ratio}`,
    target: `Target ${price(target)}`,
    stop: `Stop ${price(stop)}`,
  };
}

/** `Trend line, Fri 20 Nov 14:00 4560.00, Fri 20 Nov 15:30 4565.25`. */
export function drawingWords(
  instrument: Instrument,
  { kind, text }: Pick<Drawing, 'kind' | 'text'>,
  anchors: readonly Anchor[],
  clock: ZoneClock,
): string {
  const places = anchors.map(
    ({ atMs, priceTicks }) =>
      `${clock.day(atMs)} ${clock.minute(atMs)} ${formatPrice(instrument, priceTicks)}`,
  );
  return [text === '' ? DRAWING_WORDS[kind] : `${DRAWING_WORDS[kind]} ${text}`, ...places].join(', ');
}
