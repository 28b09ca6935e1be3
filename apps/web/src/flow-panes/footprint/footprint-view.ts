/** Which part of a market a footprint shows, and how a hand moves it. Pure; pixels are those of the page. */

export interface FootprintView {
  /** Pixels a bar and a row. */
  readonly barWidth: number;
  readonly rowHeight: number;
  /** Bars behind the newest one, with a fraction; 0 shows the newest at the right. */
  readonly back: number;
  /** Price in the middle, in ticks with a fraction; null before the first price. */
  readonly centreTicks: number | null;
  /** The newest bar and the last price are followed. */
  readonly isLive: boolean;
}

export const FIRST_VIEW: FootprintView = {
  barWidth: 104,
  rowHeight: 16,
  back: 0,
  centreTicks: null,
  isLive: true,
};

const [MIN_BAR, MAX_BAR] = [6, 260];
const [MIN_ROW, MAX_ROW] = [2, 34];

const within = (value: number, least: number, most: number): number => Math.min(most, Math.max(least, value));

/** `bars` to the past and `rows` upward, both with a fraction. The oldest bar stays on screen. */
export function panned(view: FootprintView, bars: number, ticks: number, barCount: number): FootprintView {
  return {
    ...view,
    isLive: false,
    back: within(view.back + bars, 0, Math.max(0, barCount - 1)),
    centreTicks: view.centreTicks === null ? null : view.centreTicks + ticks,
  };
}

/** Wider or narrower bars; the bar that is `fromRight` pixels from the right edge of the bars stays where it is. */
export function zoomedBars(view: FootprintView, factor: number, fromRight: number): FootprintView {
  const barWidth = within(view.barWidth * factor, MIN_BAR, MAX_BAR);
  const back = view.back + fromRight / view.barWidth - fromRight / barWidth;
  return view.isLive ? { ...view, barWidth } : { ...view, barWidth, back: Math.max(0, back) };
}

export function zoomedRows(view: FootprintView, factor: number): FootprintView {
  return { ...view, rowHeight: within(view.rowHeight * factor, MIN_ROW, MAX_ROW) };
}

export const backToLive = (view: FootprintView): FootprintView => ({
  ...view,
  back: 0,
  centreTicks: null,
  isLive: true,
});

/** Share of the height that the last price may leave before the view follows. */
const EDGE = 0.18;

/**
 * The price in the middle while the market is followed: it rests while everything fits, then while the last price is away
 * from the edges.
 */
export function followedCentre(
  centreTicks: number | null,
  range: { readonly lowTicks: number; readonly highTicks: number; readonly lastTicks: number },
  spanTicks: number,
): number {
  const { lowTicks, highTicks, lastTicks } = range;
  const middle = (lowTicks + highTicks) / 2;
  const half = spanTicks / 2;
  const fits = highTicks - lowTicks + 1 <= spanTicks;
  if (fits) {
    const isInside =
      centreTicks !== null && centreTicks - half <= lowTicks && centreTicks + half >= highTicks + 1;
    return isInside ? centreTicks : middle;
  }
  const isNear = centreTicks !== null && Math.abs(lastTicks - centreTicks) <= half - spanTicks * EDGE;
  return isNear ? centreTicks : lastTicks;
}
