/** How a measured share is written: one decimal, its interval and its sample, always together. Pure. */
import type { MeasuredShare } from '@undertow/contracts';

/** Below this sample a rate means little, and the page says that. */
export const MIN_SAMPLE = 30;

const oneDecimal = (share: number): string => (share * 100).toFixed(1);

/** `61.3%`. */
export function rateText({ value }: MeasuredShare): string {
  return `${oneDecimal(value)}%`;
}

/** `56.5 to 65.9`, in percent. */
export function intervalText({ low, high }: MeasuredShare): string {
  return `${oneDecimal(low)} to ${oneDecimal(high)}`;
}

/** `61.3% (56.5 to 65.9, n = 408)`. */
export function wholeRate(share: MeasuredShare): string {
  return `${rateText(share)} (${intervalText(share)}, n = ${share.count.toLocaleString('en-GB')})`;
}
