/** Named levels of studies: naked points of control, and point and value area of a profile. */
import type { SessionPoint, WindowProfile } from '@undertow/market';
import type { StudyLevel } from '#chart/scene/level-lines.ts';

const DAY = new Intl.DateTimeFormat('en-GB', { timeZone: 'UTC', weekday: 'short', day: 'numeric' });

/** `Tue 17` of `2026-11-17`. */
export const dayWords = (tradingDay: string): string => DAY.format(Date.parse(tradingDay)).replace(',', '');

/** `nPOC Tue 17`. */
export function nakedLevels(naked: readonly SessionPoint[]): readonly StudyLevel[] {
  return naked.map(({ tradingDay, pointTicks }) => ({
    name: `nPOC ${dayWords(tradingDay)}`,
    priceTicks: pointTicks,
    style: 'naked',
  }));
}

/** `Range POC`, `Range VAH`, `Range VAL`. */
export function areaLevels(profile: WindowProfile | null, words: string): readonly StudyLevel[] {
  const area = profile?.valueArea ?? null;
  if (area === null) return [];
  return [
    { name: `${words} POC`, priceTicks: area.pointOfControlTicks, style: 'solid' },
    { name: `${words} VAH`, priceTicks: area.highTicks, style: 'dotted' },
    { name: `${words} VAL`, priceTicks: area.lowTicks, style: 'dotted' },
  ];
}
