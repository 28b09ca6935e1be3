/** What plans without backtesting see: a whole result of the engine on simulated sessions, and the way to the plan. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ResultBody } from '#features/backtests/result/result-body.tsx';
import { TradesTable } from '#features/backtests/trades/trades-table.tsx';
import { usdText } from '#features/backtests/words/estimate-words.ts';
import { verdictSentence } from '#features/backtests/words/verdict-words.ts';
import { formatShare, formatSize } from '#lib/format/formats.ts';
import { openSurface } from '#lib/state/surface.ts';
import { Button } from '#ui/controls/button.tsx';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { readSample, type Sample } from './read-sample.ts';
import RULE_TEXT from './sample-rule.yaml?raw';

const SAMPLE = new URL('./sample.json', import.meta.url).href;
const PRODUCT = 'ES';
const SHOWN_TRADES = 10;

async function fetchSample(): Promise<Sample> {
  const answer = await fetch(SAMPLE);
  if (!answer.ok) throw new Error(`expected the sample of a backtest, got ${answer.status}`);
  return readSample(await answer.json());
}

function SampleTrades({ trades }: Pick<Sample, 'trades'>): ReactNode {
  return (
    <Card title="Trades" note={`latest ${SHOWN_TRADES} of ${formatSize(trades.length)}`}>
      <TradesTable product={PRODUCT} trades={trades.slice(0, SHOWN_TRADES)} hasLinks={false} />
    </Card>
  );
}

/** What to look at first, in the figures of the sample. */
function Reading({ result }: Pick<Sample, 'result'>): ReactNode {
  const { costs, testedOn, exits, resultHash } = result;
  const stopped = exits.find(({ reason }) => reason === 'stop')?.share.value ?? 0;
  const steps = [
    { term: 'Chance first', text: verdictSentence(result) },
    {
      term: 'Then costs',
      text: `${usdText(costs.grossUsd)} before them, ${usdText(-costs.slippageUsd)} spread and slippage, ${usdText(-costs.commissionUsd)} commission.`,
    },
    {
      term: 'Then how trades went',
      text: `${formatShare(stopped)} ended at their stop, the scatter shows how far they were from it before.`,
    },
    {
      term: 'Every time the same',
      text: `This rule on these ${formatSize(testedOn.sessions)} sessions gives result ${resultHash.slice(0, 8)}, whoever runs it.`,
    },
  ];
  return (
    <dl className="bt-reading">
      {steps.map(({ term, text }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>{text}</dd>
        </div>
      ))}
    </dl>
  );
}

export function BacktestSample(): ReactNode {
  const query = useQuery({ queryKey: ['backtest-sample'], queryFn: fetchSample });
  const { data } = query;
  return (
    <div className="bt-stack">
      <Card
        title="Backtesting is part of the Elite plan"
        actions={
          <Button kind="primary" onClick={() => openSurface.set('plans')}>
            Compare plans
          </Button>
        }
      >
        <div className="bt-sample">
          <div>
            <p>
              <Badge tone="warn">SAMPLE</Badge> A whole result: this rule, tested on simulated sessions by the
              engine that tests yours.
            </p>
            {data === undefined ? null : <Reading result={data.result} />}
          </div>
          <pre>{RULE_TEXT}</pre>
        </div>
      </Card>
      {data === undefined ? (
        <QueryState query={query} failed="The sample could not be loaded" rows={8} height={28} />
      ) : (
        <ResultBody
          result={data.result}
          ruleText={RULE_TEXT}
          leftOut={0}
          trades={<SampleTrades trades={data.trades} />}
        />
      )}
    </div>
  );
}
