import { expect, test } from 'vitest';
import { zoneClock } from '#chart/data/time-labels.ts';
import { crosshairTime } from './paint-crosshair.ts';

const AT = Date.UTC(2026, 10, 20, 16, 50);
const textIn = (zone: string): string => crosshairTime(AT, zoneClock(zone), zone);

test("the crosshair has the exchange's time beside the reader's, and once for a reader in its zone", () => {
  expect(textIn('Europe/London')).toBe('Fri 20 Nov  16:50:00 GMT · 10:50 Chicago');
  expect(textIn('America/Chicago')).not.toContain('·');
});
