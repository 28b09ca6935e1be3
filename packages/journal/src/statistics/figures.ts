/**
 * Every figure of the journal by name: what it is called, its unit, and from how many trades or days on it is shown and
 * judged.
 */

export type FigureUnit = 'money' | 'rate' | 'ratio' | 'count' | 'duration';

export interface FigureFormat {
  readonly label: string;
  /** Money in micros, rates 0 to 1, durations in milliseconds. */
  readonly unit: FigureUnit;
  /** Trades (or days, winners, stops: what the figure counts) below which it is not shown, and not judged. */
  readonly show: number;
  readonly judge: number;
}

const format = (label: string, unit: FigureUnit, show: number, judge: number): FigureFormat => ({
  label,
  unit,
  show,
  judge,
});

/**
 * In the order of display; the first four are the cards of the specification. Minimum samples: journal-insights,
 * section 2.
 */
export const FIGURES = {
  totalTrades: format('Total Trades', 'count', 0, 1),
  winRate: format('Win Rate', 'rate', 1, 30),
  profitFactor: format('Profit Factor', 'ratio', 10, 50),
  maxDrawdown: format('Max Drawdown', 'money', 2, 30),
  totalNet: format('Total net', 'money', 1, 1),
  grossProfit: format('Sum of winners', 'money', 1, 1),
  grossLoss: format('Sum of losers', 'money', 1, 1),
  winRateWithoutZeros: format('Win rate without break-even trades', 'rate', 1, 30),
  averageWin: format('Average win', 'money', 1, 10),
  averageLoss: format('Average loss', 'money', 1, 10),
  payoff: format('Payoff ratio', 'ratio', 10, 30),
  expectancy: format('Expectancy per trade', 'money', 10, 50),
  expectancyR: format('Expectancy in R', 'ratio', 10, 50),
  sqn: format('System quality (SQN)', 'ratio', 30, 30),
  maxDrawdownShare: format('Max drawdown of the peak balance', 'rate', 2, 30),
  drawdownMedian: format('Max drawdown of resampled days, median', 'money', 20, 30),
  drawdown95: format('Max drawdown of resampled days, 95th percentile', 'money', 20, 30),
  openDrawdown: format('Max drawdown with open losses, estimate', 'money', 20, 30),
  longestDrawdown: format('Longest drawdown, calendar days', 'count', 20, 20),
  recoveryFactor: format('Recovery factor', 'ratio', 10, 30),
  sharpe: format('Sharpe ratio of days, annualised', 'ratio', 20, 120),
  sortino: format('Sortino ratio of days, annualised', 'ratio', 20, 120),
  calmar: format('Calmar ratio', 'ratio', 250, 250),
  longestWinStreak: format('Longest winning streak', 'count', 10, 10),
  winStreakByChance: format('Longest winning streak by chance', 'count', 10, 10),
  longestLossStreak: format('Longest losing streak', 'count', 10, 10),
  lossStreakByChance: format('Longest losing streak by chance', 'count', 10, 10),
  kelly: format('Half Kelly fraction, lower bound', 'rate', 100, 100),
  riskOfRuin: format('Chance to lose the balance within 252 days', 'rate', 60, 60),
  averageMae: format('Average worst open loss (MAE)', 'money', 20, 20),
  averageMfe: format('Average best open profit (MFE)', 'money', 20, 20),
  mfeCapture: format('MFE captured by winners', 'rate', 20, 20),
  totalCosts: format('Total costs', 'money', 1, 1),
  costDrag: format('Costs of gross winnings', 'rate', 20, 20),
  turnedByCosts: format('Trades that costs turned into losers', 'count', 20, 20),
  holdingMedian: format('Holding time, median', 'duration', 10, 10),
  holdingLower: format('Holding time, lower quartile', 'duration', 10, 10),
  holdingUpper: format('Holding time, upper quartile', 'duration', 10, 10),
  exposure: format('Time in the market', 'rate', 10, 10),
} as const satisfies Readonly<Record<string, FigureFormat>>;

export type FigureName = keyof typeof FIGURES;

export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];
