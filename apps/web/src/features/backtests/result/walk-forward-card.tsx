/** Walk-forward: the best variant of earlier sessions, tried on the sessions after them. */
import type { BacktestResultDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { type Estimate, expectancyText, signedText } from '#features/backtests/words/estimate-words.ts';
import { formatDay } from '#lib/format/exchange-days.ts';
import { countOf } from '#lib/format/formats.ts';
import { type Bounds, boundsOf } from '#lib/format/linear-scale.ts';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { IntervalPlot } from '#ui/plots/interval-plot.tsx';

type WalkForward = NonNullable<BacktestResultDto['walkForward']>;

const MIN_SESSIONS = 60;

interface LineProps {
  readonly name: string;
  readonly estimate: Estimate;
  readonly bounds: Bounds;
  readonly isMuted: boolean;
}

function EstimateLine({ name, estimate, bounds, isMuted }: LineProps): ReactNode {
  const { value, low, high } = estimate;
  const words = `${name}: ${expectancyText(estimate)}`;
  return (
    <div className="bt-fold-line">
      <span className="t-12 text-text-3">{name}</span>
      {value === null ? (
        <span className="t-12">Too few to say</span>
      ) : (
        <IntervalPlot
          label={words}
          value={value}
          interval={low === null || high === null ? null : [low, high]}
          bounds={bounds}
          mark={0}
          muted={isMuted}
        />
      )}
      <span className="num">
        {value === null ? '' : signedText(value)} <span className="t-12 text-text-3">n = {estimate.n}</span>
      </span>
    </div>
  );
}

function Folds({ walkForward }: { readonly walkForward: WalkForward }): ReactNode {
  const { folds, inSample, outOfSample, variants } = walkForward;
  const all = [...folds.flatMap((fold) => [fold.inSample, fold.outOfSample]), inSample, outOfSample];
  const bounds = boundsOf(all.flatMap(({ value, low, high }) => [value ?? 0, low ?? 0, high ?? 0]));
  const rows = [
    ...folds.map((fold, at) => ({
      name: `Fold ${at + 1}`,
      note: `${fold.chosen}, tried ${formatDay(fold.outFrom)} to ${formatDay(fold.outTo)}`,
      ...fold,
    })),
    { name: 'All folds', note: '', inSample, outOfSample },
  ];
  return (
    <>
      <ul className="bt-folds">
        {rows.map((row) => (
          <li key={row.name}>
            <p>
              <b>{row.name}</b> <span className="t-12 text-text-3">{row.note}</span>
            </p>
            <EstimateLine name="In sample" estimate={row.inSample} bounds={bounds} isMuted />
            <EstimateLine name="Out of sample" estimate={row.outOfSample} bounds={bounds} isMuted={false} />
          </li>
        ))}
      </ul>
      <p className="bt-note">
        Of {countOf(variants, 'variant')} the best on the sessions before, tried on those after. In sample:{' '}
        {expectancyText(inSample)}. Out of sample: {expectancyText(outOfSample)}.
      </p>
    </>
  );
}

export function WalkForwardCard({ result }: { readonly result: BacktestResultDto }): ReactNode {
  const { walkForward, testedOn } = result;
  return (
    <Card title="Walk-forward" note="net R a trade, 95% interval, line at 0">
      {walkForward === null ? (
        <EmptyBlock
          title="Too few sessions"
          text={`It needs ${MIN_SESSIONS} sessions; this backtest has ${testedOn.sessions}.`}
        />
      ) : (
        <Folds walkForward={walkForward} />
      )}
    </Card>
  );
}
