/** Trades by their worst and their best move in numbers of their drawing: the more trades in a place, the larger its mark. Pure. */
import { type Bounds, marksOf, shareOf } from '#lib/format/linear-scale.ts';
import { type Excursions, type Move, type Outcome, tradesOf, withinTicks } from './excursion-figures.ts';

export const EXCURSION_BOX = { height: 320, left: 44, right: 18, top: 18, bottom: 44 } as const;

/** Trades further out than nearly all are drawn at the edge. */
const SHOWN_SHARE = 0.99;
const MARGIN = 1.08;
const LEAST_RADIUS = 1.3;
const MOST_RADIUS = 7;

export interface ExcursionDrawing {
  /** One path each: a circle is won, a cross is lost. */
  readonly won: string;
  readonly lost: string;
  readonly against: readonly { readonly ticks: number; readonly x: number }[];
  readonly along: readonly { readonly ticks: number; readonly y: number }[];
  readonly xOf: (ticks: number) => number;
  readonly yOf: (ticks: number) => number;
}

function boundsOfMove(excursions: Excursions, move: Move, line: number | null): Bounds {
  const outcomes: readonly Outcome[] = ['won', 'lost'];
  const far = outcomes.map((outcome) => withinTicks(excursions, move, outcome, SHOWN_SHARE) ?? 0);
  return { low: 0, high: Math.max(1, line ?? 0, ...far) * MARGIN };
}

const circle = (x: number, y: number, r: number): string =>
  `M${(x - r).toFixed(1)} ${y.toFixed(1)}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;

const cross = (x: number, y: number, r: number): string => {
  const [left, right, top, bottom] = [x - r, x + r, y - r, y + r].map((value) => value.toFixed(1));
  return `M${left} ${top}L${right} ${bottom}M${right} ${top}L${left} ${bottom}`;
};

/** `stopTicks`, `targetTicks`: lines that belong in the picture; null where there is none. */
export function excursionDrawing(
  excursions: Excursions,
  width: number,
  { stopTicks, targetTicks }: { readonly stopTicks: number | null; readonly targetTicks: number | null },
): ExcursionDrawing {
  const { height, left, right, top, bottom } = EXCURSION_BOX;
  const against = boundsOfMove(excursions, 'maeTicks', stopTicks);
  const along = boundsOfMove(excursions, 'mfeTicks', targetTicks);
  const [across, down] = [width - left - right, height - top - bottom];
  const xOf = (ticks: number): number => left + shareOf(ticks, against) * across;
  const yOf = (ticks: number): number => top + (1 - shareOf(ticks, along)) * down;
  // Neighbours a tick apart just touch
  const room = Math.min(across / against.high, down / along.high) / 2;
  const most = Math.max(1, ...excursions.flatMap(({ won, lost }) => [won, lost]));
  const radius = (count: number): number => {
    const r = Math.sqrt(count / most) * Math.min(MOST_RADIUS, Math.max(LEAST_RADIUS, room));
    return Number(Math.max(LEAST_RADIUS, r).toFixed(1));
  };
  const pathOf = (outcome: Outcome, mark: typeof circle): string =>
    excursions
      .filter((place) => place[outcome] > 0)
      .map((place) => mark(xOf(place.maeTicks), yOf(place.mfeTicks), radius(place[outcome])))
      .join('');
  return {
    won: pathOf('won', circle),
    lost: pathOf('lost', cross),
    against: marksOf(against, 6).map((ticks) => ({ ticks, x: xOf(ticks) })),
    along: marksOf(along, 5).map((ticks) => ({ ticks, y: yOf(ticks) })),
    ...{ xOf, yOf },
  };
}

export function excursionSummary(excursions: Excursions): string {
  const [won, lost] = [tradesOf(excursions, 'won'), tradesOf(excursions, 'lost')];
  const against = withinTicks(excursions, 'maeTicks', 'won', 0.9);
  const ahead = withinTicks(excursions, 'mfeTicks', 'lost', 0.5);
  const ofWon =
    against === null ? '' : ` Nine of ten that won stayed within ${against} ticks against the entry.`;
  const ofLost =
    ahead === null ? '' : ` Half of those that lost were ${ahead} ticks or more ahead at some time.`;
  return `Worst and best move of ${won} trades that won and ${lost} that lost.${ofWon}${ofLost}`;
}
