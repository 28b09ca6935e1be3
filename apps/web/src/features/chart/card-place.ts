/** Position of a mark's card: beside it, or below where there is no space at its sides. Pure; CSS pixels. */

export const CARD_WIDTH = 308;
const CARD_HEIGHT = 226;
const EXCHANGE_LINE = 18;
/** From the mark's middle: more than half of the largest mark. */
const GAP = 18;
const EDGE = 4;

export interface CardInput {
  /** Where the mark is in the chart. */
  readonly x: number;
  readonly y: number;
  /** Of the chart. */
  readonly width: number;
  readonly height: number;
  readonly hasExchangeLine: boolean;
}

/** Upper left corner. A card below its mark may reach over the chart's lower edge. */
export function cardPlace({ x, y, width, height, hasExchangeLine }: CardInput): {
  readonly left: number;
  readonly top: number;
} {
  const cardHeight = CARD_HEIGHT + (hasExchangeLine ? EXCHANGE_LINE : 0);
  const top = Math.max(EDGE, Math.min(y + 10, height - cardHeight));
  if (x + GAP + CARD_WIDTH < width) return { left: x + GAP, top };
  if (x - GAP - CARD_WIDTH >= EDGE) return { left: x - GAP - CARD_WIDTH, top };
  const middle = x - CARD_WIDTH / 2;
  return { left: Math.max(EDGE, Math.min(middle, width - EDGE - CARD_WIDTH)), top: y + GAP };
}
