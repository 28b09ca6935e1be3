/** How many rules were tried on this data, and what that leaves of the result. */
import type { BacktestResultDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { namedProbability, probabilityText, signedText } from '#features/backtests/words/estimate-words.ts';
import { countOf, formatShare, formatSize } from '#lib/format/formats.ts';
import { Card } from '#ui/layout/card.tsx';
import { FactList } from '#ui/layout/fact-list.tsx';

const NOT_YET = 'not computed';

export function TriedCard({ result }: { readonly result: BacktestResultDto }): ReactNode {
  const { correction, baseLine, key, counts } = result;
  const { rulesTried, q, deflatedSharpe, luckySharpeYear, tradesNeeded } = correction;
  const own = key.sharpeYear.value;
  const rules = countOf(rulesTried, 'rule');
  return (
    <Card title="Rules tried on this data" note={formatSize(rulesTried)}>
      <FactList
        facts={[
          [
            'p against random entries, this rule alone',
            baseLine === null ? NOT_YET : probabilityText(baseLine.p),
          ],
          [
            `Same, after false discovery control over ${formatSize(rulesTried)}`,
            q === null ? NOT_YET : `${namedProbability('q', q)}, needs .10`,
          ],
          ['Sharpe ratio a year, this rule', own === null ? 'too few to say' : signedText(own)],
          [
            `Best of ${rules} without any edge`,
            luckySharpeYear === null ? NOT_YET : signedText(luckySharpeYear),
          ],
          [
            'Deflated Sharpe: chance that it exceeds luck',
            deflatedSharpe === null ? NOT_YET : `${formatShare(deflatedSharpe)}, needs 95%`,
          ],
          [
            'Trades needed to separate it from luck',
            tradesNeeded === null
              ? 'no number: it is not above random'
              : `about ${formatSize(Math.ceil(tradesNeeded))}, ${formatSize(counts.trades)} so far`,
          ],
        ]}
      />
      <p className="bt-note">Every change of the rule is counted, also those whose backtest was deleted.</p>
    </Card>
  );
}
