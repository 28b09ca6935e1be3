/** Keys of groups in words. */
const WEEKDAYS: Readonly<Record<string, string>> = {
  mon: 'Monday',
  tue: 'Tuesday',
  wed: 'Wednesday',
  thu: 'Thursday',
  fri: 'Friday',
  sat: 'Saturday',
  sun: 'Sunday',
};

const REGIMES: Readonly<Record<string, string>> = {
  'trend:bullish': 'Trend up',
  'trend:bearish': 'Trend down',
  'trend:consolidating': 'Range',
  'volatility:low': 'Volatility low',
  'volatility:mid': 'Volatility mid',
  'volatility:high': 'Volatility high',
  'news:inside': 'News window',
  'news:outside': 'No news window',
  regular: 'Regular hours',
  overnight: 'Overnight',
};

/** `08` is the hour from 8 to 9. */
export function groupText(key: string): string {
  if (/^\d{2}$/.test(key)) return `${key}:00 to ${String((Number(key) + 1) % 24).padStart(2, '0')}:00`;
  return WEEKDAYS[key] ?? REGIMES[key] ?? key;
}
