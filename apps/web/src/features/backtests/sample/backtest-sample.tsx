/** What plans without backtesting see: a whole result of the engine on simulated sessions, and the way to the plan. */
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { ResultBody } from '#features/backtests/result/result-body.tsx';
import { TradesTable } from '#features/backtests/trades/trades-table.tsx';
import { formatSize } from '#lib/format/formats.ts';
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
          <p>
            <Badge tone="warn">SAMPLE</Badge> Below is a whole result: the rule on the right, tested by the
            same engine on simulated sessions. Whether it beats random entries is the first thing it says.
          </p>
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
