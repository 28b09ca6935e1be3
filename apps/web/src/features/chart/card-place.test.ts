import { expect, test } from 'vitest';
import { CARD_WIDTH, cardPlace } from './card-place.ts';

const MARK = 15;
const wide = { width: 898, height: 834, hasExchangeLine: false };
const phone = { width: 390, height: 354, hasExchangeLine: false };

test.each([
  ['left', 40],
  ['in the middle', 450],
  ['right', 880],
])('a mark %s on a wide chart has its card beside it, inside the chart', (_, x) => {
  for (const y of [60, 400, 820]) {
    const { left, top } = cardPlace({ ...wide, x, y });
    expect(left >= x + MARK || left + CARD_WIDTH <= x - MARK).toBe(true);
    expect(left >= 0 && left + CARD_WIDTH <= wide.width).toBe(true);
    expect(top >= 0 && top + 226 <= wide.height).toBe(true);
  }
});

test.each([80, 200, 320])('on a phone the card is below a mark at %i and never over it', (x) => {
  for (const y of [60, 200, 340]) {
    const { left, top } = cardPlace({ ...phone, x, y });
    expect(top).toBeGreaterThanOrEqual(y + MARK);
    expect(left >= 0 && left + CARD_WIDTH <= phone.width).toBe(true);
  }
});

test("the line of the exchange's clock fits too", () => {
  const at = { ...wide, x: 40, y: 820 };
  expect(cardPlace({ ...at, hasExchangeLine: true }).top).toBeLessThan(cardPlace(at).top);
});
