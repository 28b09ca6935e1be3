/** The key figures, each with its interval and its sample. */
import type { BacktestResultDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { intervalText, signedText, usdText } from '#features/backtests/words/estimate-words.ts';
import { formatDay } from '#lib/format/exchange-days.ts';
import { countOf, formatShare, formatSize } from '#lib/format/formats.ts';

interface KeyFigure {
  readonly label: string;
  readonly value: string;
  readonly lines: readonly string[];
  readonly isLoss?: boolean;
}

const TOO_FEW = 'Too few to say';
const percent = (share: number): string => formatShare(share, 1);

/** Fewer whole days cannot be resampled to an interval. */
const MIN_SESSIONS = 20;

function withInterval(interval: string | null): readonly string[] {
  return [interval === null ? `no interval below ${MIN_SESSIONS} sessions` : `95% ${interval}`];
}

function tradesFigure({ counts }: BacktestResultDto): KeyFigure {
  const { trades, signals, inPosition, unfilled, undecided } = counts;
  return {
    label: 'Trades',
    value: formatSize(trades),
    lines: [
      `of ${countOf(signals, 'signal')}, ${formatSize(inPosition)} came while in a position`,
      `${formatSize(unfilled)} not filled, ${formatSize(undecided)} undecided`,
    ],
  };
}

function drawdownFigure({ key, baseLine }: BacktestResultDto): KeyFigure {
  const { maxDrawdownUsd, drawdownFrom, drawdownTo } = key;
  const span =
    drawdownFrom === null || drawdownTo === null
      ? []
      : [`${formatDay(drawdownFrom)} to ${formatDay(drawdownTo)}`];
  const deeper =
    baseLine === null ? [] : [`${formatShare(baseLine.deeperDrawdowns)} of random sets fell further`];
  return {
    label: 'Largest drawdown',
    value: usdText(-maxDrawdownUsd),
    lines: [...span, ...deeper],
    isLoss: maxDrawdownUsd > 0,
  };
}

function judgedFigures({ key, baseLine, testedOn }: BacktestResultDto): readonly KeyFigure[] {
  const { expectancyR, expectancyUsd, winRate, netUsd, profitFactor, sharpeYear } = key;
  const shown = (value: number | null, textOf: (value: number) => string): string =>
    value === null ? TOO_FEW : textOf(value);
  const perTrade = expectancyUsd.value === null ? '' : `, ${usdText(expectancyUsd.value)} a trade`;
  const factor = profitFactor.value === null ? '' : `profit factor ${profitFactor.value.toFixed(2)}, `;
  return [
    {
      label: 'Expectancy, net',
      value: shown(expectancyR.value, (value) => `${signedText(value)} R`),
      lines: [...withInterval(intervalText(expectancyR)), `n = ${formatSize(expectancyR.n)}${perTrade}`],
    },
    {
      label: 'Win rate',
      value: shown(winRate.value, percent),
      lines: [
        ...withInterval(intervalText(winRate, percent)),
        ...(baseLine === null ? [] : [`random entries ${percent(baseLine.winRate)}`]),
      ],
    },
    {
      label: 'Net result',
      value: shown(netUsd.value, usdText),
      lines: [...withInterval(intervalText(netUsd, usdText)), `${factor}n = ${formatSize(netUsd.n)}`],
    },
    {
      label: 'Sharpe ratio, a year',
      value: shown(sharpeYear.value, (value) => signedText(value)),
      lines: [
        ...withInterval(intervalText(sharpeYear)),
        `${countOf(testedOn.sessions, 'session')}, not corrected`,
      ],
    },
  ];
}

export function KeyFigures({ result }: { readonly result: BacktestResultDto }): ReactNode {
  const isTooFew = result.verdict === 'too_few';
  const [expectancy, winRate, net, sharpe] = judgedFigures(result);
  const figures = isTooFew
    ? [tradesFigure(result)]
    : [tradesFigure(result), expectancy, winRate, net, drawdownFigure(result), sharpe];
  return (
    <section className="card" aria-label="Key figures">
      <dl className="bt-figures">
        {figures
          .filter((figure) => figure !== undefined)
          .map(({ label, value, lines, isLoss = false }) => (
            <div key={label}>
              <dt className="cap">{label}</dt>
              <dd className="bt-figure" data-loss={isLoss}>
                {value}
              </dd>
              {lines.map((line) => (
                <dd key={line} className="bt-figure-line">
                  {line}
                </dd>
              ))}
            </div>
          ))}
      </dl>
    </section>
  );
}
