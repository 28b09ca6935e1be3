/** The verdict: is the rule better than random entries at the same hours, and by how much of luck. */
import type { BacktestResultDto } from '@undertow/contracts';
import { type ReactNode, useId } from 'react';
import { intervalText, signedText } from '#features/backtests/words/estimate-words.ts';
import { FILL_WORDS } from '#features/backtests/words/fill-words.ts';
import { VERDICT_LOOKS, verdictSentence } from '#features/backtests/words/verdict-words.ts';
import { countOf, formatSize } from '#lib/format/formats.ts';
import { Badge } from '#ui/marks/badge.tsx';
import { RandomHistogram } from './random-histogram.tsx';

/** What it made and what random entries made, in one or two sentences. */
function explanation({ verdict, counts, key, baseLine }: BacktestResultDto): string {
  const { value, n } = key.expectancyR;
  if (verdict === 'too_few' || value === null)
    return `${countOf(counts.trades, 'trade')} of ${countOf(counts.signals, 'signal')}. Below 30 trades neither a result nor an interval is shown: they would say nothing.`;
  const interval = intervalText(key.expectancyR);
  const made = `It made ${signedText(value)} R a trade after costs (${interval === null ? '' : `${interval}, `}n = ${formatSize(n)}).`;
  if (baseLine === null) return made;
  const { sets, asGood } = baseLine;
  return `${made} Of ${formatSize(sets)} sets of random entries at the same hours, on the same side and with the same exits, ${formatSize(asGood)} did as well or better.`;
}

export function VerdictCard({ result }: { readonly result: BacktestResultDto }): ReactNode {
  const id = useId();
  const { verdict, baseLine, correction, fills, key } = result;
  const look = VERDICT_LOOKS[verdict];
  const { value } = key.expectancyR;
  return (
    <section className="card bt-verdict" aria-labelledby={id}>
      <div>
        <p className="cap">Verdict</p>
        <h2 id={id}>{verdictSentence(result)}</h2>
        <p className="bt-explained">{explanation(result)}</p>
        <p className="bt-badges">
          <Badge tone={look.tone}>{look.text}</Badge>
          <Badge>{FILL_WORDS[fills.model].model}</Badge>
          <Badge tone={correction.rulesTried > 1 ? 'warn' : 'plain'}>
            {countOf(correction.rulesTried, 'rule')} tried on this data
          </Badge>
          <Badge tone="ok">No look-ahead found</Badge>
        </p>
      </div>
      {baseLine === null || value === null || verdict === 'too_few' ? null : (
        <div className="bt-verdict-plot">
          <RandomHistogram baseLine={baseLine} value={value} />
        </div>
      )}
    </section>
  );
}
