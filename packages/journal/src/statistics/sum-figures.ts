/** Figures that are functions of sums: rates, averages, profit factor, expectancy, R, costs, each with its day bootstrap. */
import { bootstrapDays, type DaySums, MIN_BOOTSTRAP_DAYS, percentileInterval } from '#inference/bootstrap.ts';
import { type Interval, rateInterval } from '#inference/intervals.ts';
import type { SeededRandom } from '#numbers/random.ts';
import { FIGURES, type FigureName } from './figures.ts';
import { figureOf, missing } from './make-statistic.ts';
import type { NoValueReason, Statistic } from './statistic.ts';
import { CORE, EXTRA, type Tally } from './tally.ts';

type Totals = Float64Array;
const of = (totals: Totals, column: number): number => totals[column]!;

/** Functions of the core sums. Without anything to divide by they give NaN, or Infinity where that sorts rightly. */
const CORE_RATIOS = {
  profitFactor: (t: Totals) => of(t, CORE.won) / -of(t, CORE.lost),
  averageWin: (t: Totals) => of(t, CORE.won) / of(t, CORE.wins),
  averageLoss: (t: Totals) => of(t, CORE.lost) / of(t, CORE.losses),
  payoff: (t: Totals) => of(t, CORE.won) / of(t, CORE.wins) / (-of(t, CORE.lost) / of(t, CORE.losses)),
  expectancy: (t: Totals) => (of(t, CORE.won) + of(t, CORE.lost)) / of(t, CORE.n),
  kelly: kellyOf,
} satisfies Partial<Record<FigureName, (totals: Totals) => number>>;

const EXTRA_RATIOS = {
  expectancyR: (t: Totals) => of(t, EXTRA.r) / of(t, EXTRA.rCount),
  sqn: sqnOf,
  averageMae: (t: Totals) => of(t, EXTRA.mae) / of(t, EXTRA.maeCount),
  averageMfe: (t: Totals) => of(t, EXTRA.mfe) / of(t, EXTRA.mfeCount),
  mfeCapture: (t: Totals) => of(t, EXTRA.captureNet) / of(t, EXTRA.captureMfe),
  costDrag: (t: Totals) => of(t, EXTRA.costs) / of(t, EXTRA.grossWon),
} satisfies Partial<Record<FigureName, (totals: Totals) => number>>;

/**
 * Kelly's fraction w - (1 - w) / payoff with w = wins / (wins + losses): break-even trades change nothing about the
 * best stake.
 */
function kellyOf(t: Totals): number {
  const w = of(t, CORE.wins) / (of(t, CORE.wins) + of(t, CORE.losses));
  const payoff = of(t, CORE.won) / of(t, CORE.wins) / (-of(t, CORE.lost) / of(t, CORE.losses));
  return w - (1 - w) / payoff;
}

/** SQN = sqrt(min(n, 100)) x mean(R) / sd(R) with n - 1 (V. Tharp). */
function sqnOf(t: Totals): number {
  const n = of(t, EXTRA.rCount);
  const mean = of(t, EXTRA.r) / n;
  const variance = (of(t, EXTRA.rSquared) - n * mean * mean) / (n - 1);
  return variance > 1e-18 ? (Math.sqrt(Math.min(n, 100)) * mean) / Math.sqrt(variance) : Number.NaN;
}

/** Percentile intervals of all ratios from the same draws; none with fewer than 20 days. */
function intervalsOf<Name extends string>(
  sums: DaySums,
  ratios: Readonly<Record<Name, (totals: Totals) => number>>,
  resamples: number,
  random: SeededRandom,
): Readonly<Partial<Record<Name, Interval | null>>> {
  const found: Partial<Record<Name, Interval | null>> = {};
  if (sums.days < MIN_BOOTSTRAP_DAYS) return found;
  const entries = Object.entries(ratios) as [Name, (totals: Totals) => number][];
  const draws = entries.map(() => new Float64Array(resamples));
  bootstrapDays(sums, resamples, random, (totals, draw) => {
    for (let at = 0; at < entries.length; at++) {
      const [, ratio] = entries[at] as [Name, (totals: Totals) => number];
      (draws[at] as Float64Array)[draw] = ratio(totals);
    }
  });
  for (const [at, [name]] of entries.entries()) found[name] = percentileInterval(draws[at] as Float64Array);
  return found;
}

/** The reason that comes before any division: nothing won or nothing lost. */
function lacking(totals: Totals): NoValueReason | null {
  if (of(totals, CORE.wins) === 0 && of(totals, CORE.losses) === 0) return 'no-wins';
  return of(totals, CORE.losses) === 0 ? 'no-losses' : null;
}

/** Half of the lower bound, because the fraction itself is never known well enough to bet on. */
function halfKelly(n: number, lack: NoValueReason | null, interval: Interval | null | undefined): Statistic {
  if (n < FIGURES.kelly.show) return missing('too-few', n);
  if (lack !== null) return missing(lack, n);
  if (!interval) return missing('too-few-days', n);
  if (interval[0] <= 0) return { ...missing('not-positive', n), ci95: interval };
  return figureOf(FIGURES.kelly, n, interval[0] / 2, interval);
}

type SumFigures = Readonly<
  Record<
    | keyof typeof CORE_RATIOS
    | keyof typeof EXTRA_RATIOS
    | 'totalTrades'
    | 'totalNet'
    | 'grossProfit'
    | 'grossLoss'
    | 'winRate'
    | 'winRateWithoutZeros'
    | 'totalCosts'
    | 'turnedByCosts',
    Statistic
  >
>;

function coreFigures(tally: Tally, resamples: number, random: SeededRandom) {
  const t = tally.coreTotals;
  const [n, wins, losses] = [of(t, CORE.n), of(t, CORE.wins), of(t, CORE.losses)];
  const intervals = intervalsOf(tally.core, CORE_RATIOS, resamples, random);
  const lack = lacking(t);
  const decided = wins + losses;
  const ratio = (name: 'profitFactor' | 'payoff'): Statistic =>
    n >= FIGURES[name].show && lack !== null
      ? missing(lack, n)
      : figureOf(FIGURES[name], n, CORE_RATIOS[name](t), intervals[name] ?? null);
  return {
    totalTrades: figureOf(FIGURES.totalTrades, n, n, null),
    totalNet: figureOf(FIGURES.totalNet, n, of(t, CORE.won) + of(t, CORE.lost), null),
    grossProfit: figureOf(FIGURES.grossProfit, n, of(t, CORE.won), null),
    grossLoss: figureOf(FIGURES.grossLoss, n, of(t, CORE.lost), null),
    winRate: figureOf(FIGURES.winRate, n, wins / n, rateInterval(wins, n)),
    winRateWithoutZeros:
      decided === 0
        ? missing('no-wins')
        : figureOf(FIGURES.winRateWithoutZeros, decided, wins / decided, rateInterval(wins, decided)),
    averageWin:
      wins === 0
        ? missing('no-wins')
        : figureOf(FIGURES.averageWin, wins, CORE_RATIOS.averageWin(t), intervals.averageWin ?? null),
    averageLoss:
      losses === 0
        ? missing('no-losses')
        : figureOf(FIGURES.averageLoss, losses, CORE_RATIOS.averageLoss(t), intervals.averageLoss ?? null),
    profitFactor: ratio('profitFactor'),
    payoff: wins === 0 && n >= FIGURES.payoff.show ? missing('no-wins', n) : ratio('payoff'),
    expectancy: figureOf(FIGURES.expectancy, n, CORE_RATIOS.expectancy(t), intervals.expectancy ?? null),
    kelly: halfKelly(n, wins === 0 ? 'no-wins' : lack, intervals.kelly),
  };
}

function extraFigures(tally: Tally, resamples: number, random: SeededRandom) {
  const t = tally.extraTotals;
  const any =
    of(t, EXTRA.rCount) + of(t, EXTRA.maeCount) + of(t, EXTRA.mfeCount) + of(t, EXTRA.costCount) > 0;
  const intervals = any ? intervalsOf(tally.extra, EXTRA_RATIOS, resamples, random) : {};
  const figure = (name: keyof typeof EXTRA_RATIOS, count: number, reason: NoValueReason): Statistic =>
    count === 0
      ? missing(reason)
      : figureOf(FIGURES[name], count, EXTRA_RATIOS[name](t), intervals[name] ?? null);
  const costs = of(t, EXTRA.costCount);
  const paid = of(t, EXTRA.paidCount);
  const captured = of(t, EXTRA.captureCount);
  return {
    expectancyR: figure('expectancyR', of(t, EXTRA.rCount), 'no-stops'),
    sqn: figure('sqn', of(t, EXTRA.rCount), 'no-stops'),
    averageMae: figure('averageMae', of(t, EXTRA.maeCount), 'no-excursions'),
    averageMfe: figure('averageMfe', of(t, EXTRA.mfeCount), 'no-excursions'),
    mfeCapture: figure('mfeCapture', captured, of(t, EXTRA.mfeCount) > 0 ? 'no-wins' : 'no-excursions'),
    totalCosts:
      paid === 0 ? missing('costs-unknown') : figureOf(FIGURES.totalCosts, paid, of(t, EXTRA.paid), null),
    costDrag:
      costs > 0 && of(t, EXTRA.grossWon) === 0
        ? missing('no-wins', costs)
        : figure('costDrag', costs, 'costs-unknown'),
    turnedByCosts:
      costs === 0
        ? missing('costs-unknown')
        : figureOf(FIGURES.turnedByCosts, costs, of(t, EXTRA.turned), null),
  };
}

/** Every figure that the sums alone give. `random` and `extraRandom` are two streams, so that neither changes the other. */
export function sumFiguresOf(
  tally: Tally,
  resamples: number,
  random: SeededRandom,
  extraRandom: SeededRandom,
): SumFigures {
  return { ...coreFigures(tally, resamples, random), ...extraFigures(tally, resamples, extraRandom) };
}
