/** Bar lengths of the chart in the order of the control. */
import type { TimeframeName } from '@undertow/contracts';
import type { TimeframeMinutes } from '@undertow/market';

export const TIMEFRAMES: readonly { readonly value: TimeframeName; readonly label: string }[] = [
  { value: '1m', label: '1m' },
  { value: '5m', label: '5m' },
  { value: '10m', label: '10m' },
  { value: '15m', label: '15m' },
  { value: '30m', label: '30m' },
  { value: '60m', label: '1h' },
];

const MINUTES: Readonly<Record<TimeframeName, TimeframeMinutes>> = {
  '1m': 1,
  '5m': 5,
  '10m': 10,
  '15m': 15,
  '30m': 30,
  '60m': 60,
};

export function minutesOf(timeframe: TimeframeName): TimeframeMinutes {
  return MINUTES[timeframe];
}
