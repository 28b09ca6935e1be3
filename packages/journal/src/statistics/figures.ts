/** Every figure of the journal by name: what it is called, its unit, and from how many trades or days on it is shown and judged. */

export type FigureUnit = 'money' | 'rate' | 'ratio' | 'count' | 'duration';

export interface FigureLook {
  readonly label: string;
  /** Money in micros, rates 0 to 1, durations in milliseconds. */
  readonly unit: FigureUnit;
  /** Trades (or days, winners, stops: what the figure counts) below which it is not shown, and not judged. */
  readonly show: number;
  readonly judge: number;
}

const look = (label: string, unit: FigureUnit, show: number, judge: number): FigureLook => ({
  label,
  unit,
  show,
  judge,
});

/** In the order of display; the first four are the cards of the specification. Minimum samples: journal-insights, section 2. */
export const FIGURES = {
  totalTrades: look('Total Trades', 'count', 0, 1),
  winRate: look('Win Rate', 'rate', 1, 30),
  profitFactor: look('Profit Factor', 'ratio', 10, 50),
  maxDrawdown: look('Max Drawdown', 'money', 2, 30),
  totalNet: look('Total net', 'money', 1, 1),
  grossProfit: look('Sum of winners', 'money', 1, 1),
  grossLoss: look('Sum of losers', 'money', 1, 1),
  winRateWithoutZeros: look('Win rate without break-even trades', 'rate', 1, 30),
  averageWin: look('Average win', 'money', 1, 10),
  averageLoss: look('Average loss', 'money', 1, 10),
  payoff: look('Payoff ratio', 'ratio', 10, 30),
  expectancy: look('Expectancy per trade', 'money', 10, 50),
  expectancyR: look('Expectancy in R', 'ratio', 10, 50),
  sqn: look('System quality (SQN)', 'ratio', 30, 30),
  maxDrawdownShare: look('Max drawdown of the peak balance', 'rate', 2, 30),
  drawdownMedian: look('Max drawdown of resampled days, median', 'money', 20, 30),
  drawdown95: look('Max drawdown of resampled days, 95th percentile', 'money', 20, 30),
  openDrawdown: look('Max drawdown with open losses, estimate', 'money', 20, 30),
  longestDrawdown: look('Longest drawdown, calendar days', 'count', 20, 20),
  recoveryFactor: look('Recovery factor', 'ratio', 10, 30),
  sharpe: look('Sharpe ratio of days, annualised', 'ratio', 20, 120),
  sortino: look('Sortino ratio of days, annualised', 'ratio', 20, 120),
  calmar: look('Calmar ratio', 'ratio', 250, 250),
  longestWinStreak: look('Longest winning streak', 'count', 10, 10),
  winStreakByChance: look('Longest winning streak by chance', 'count', 10, 10),
  longestLossStreak: look('Longest losing streak', 'count', 10, 10),
  lossStreakByChance: look('Longest losing streak by chance', 'count', 10, 10),
  kelly: look('Half Kelly fraction, lower bound', 'rate', 100, 100),
  riskOfRuin: look('Chance to lose the balance within 252 days', 'rate', 60, 60),
  averageMae: look('Average worst open loss (MAE)', 'money', 20, 20),
  averageMfe: look('Average best open profit (MFE)', 'money', 20, 20),
  mfeCapture: look('MFE captured by winners', 'rate', 20, 20),
  totalCosts: look('Total costs', 'money', 1, 1),
  costDrag: look('Costs of gross winnings', 'rate', 20, 20),
  turnedByCosts: look('Trades that costs turned into losers', 'count', 20, 20),
  holdingMedian: look('Holding time, median', 'duration', 10, 10),
  holdingLower: look('Holding time, lower quartile', 'duration', 10, 10),
  holdingUpper: look('Holding time, upper quartile', 'duration', 10, 10),
  exposure: look('Time in the market', 'rate', 10, 10),
} as const satisfies Readonly<Record<string, FigureLook>>;

export type FigureName = keyof typeof FIGURES;

export const FIGURE_NAMES = Object.keys(FIGURES) as readonly FigureName[];
