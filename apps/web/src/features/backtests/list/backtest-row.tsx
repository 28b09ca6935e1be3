/** One backtest of the list: its name, its verdict, its p and expectancy, or how far it is. */
import type { BacktestDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { isRunning } from '#api/backtests/backtests.ts';
import { expectancyText, namedProbability } from '#features/backtests/words/estimate-words.ts';
import { leftText } from '#features/backtests/words/time-words.ts';
import { VERDICT_LOOKS, verdictOf } from '#features/backtests/words/verdict-words.ts';
import { countOf } from '#lib/format/formats.ts';
import { Badge } from '#ui/marks/badge.tsx';

const MIN_TRADES = 30;

const STATE_WORDS: Readonly<Record<BacktestDto['state'], string>> = {
  waiting: 'Waiting for its turn',
  preparing: 'Preparing sessions',
  running: 'Testing the rule',
  first: 'Random entries',
  done: '',
  failed: 'Failed',
  cancelled: 'Stopped',
};

function StateBadge({ backtest }: { readonly backtest: BacktestDto }): ReactNode {
  const look = verdictOf(backtest);
  if (look !== null) return <Badge tone={look.tone}>{look.text}</Badge>;
  return <Badge tone={backtest.state === 'failed' ? 'bad' : 'plain'}>{STATE_WORDS[backtest.state]}</Badge>;
}

export function BacktestProgress({ backtest }: { readonly backtest: BacktestDto }): ReactNode {
  const { state, progress } = backtest;
  const fraction = progress?.fraction ?? 0;
  const note = progress?.note ?? '';
  const left = progress?.remainingSeconds ?? null;
  return (
    <>
      <progress
        className="bt-progress"
        max={1}
        value={fraction}
        aria-label={`Progress of ${backtest.name}`}
      />
      <span className="bt-line">
        <span>{note === '' ? STATE_WORDS[state] : `${STATE_WORDS[state]}: ${note}`}</span>
        <span className="grow" />
        {left === null ? null : <span>{leftText(left)}</span>}
      </span>
    </>
  );
}

function chances({ p, q }: BacktestDto): string {
  const parts = [p === null ? null : namedProbability('p', p), q === null ? null : namedProbability('q', q)];
  return parts.filter((part) => part !== null).join(', ');
}

/** What the figures say; below thirty trades only how many are missing. */
function outcomeText({ verdict, expectancyR, error, state }: BacktestDto): string {
  if (state === 'failed') return error ?? '';
  if (expectancyR === null) return '';
  if (verdict !== 'too_few') return expectancyText(expectancyR);
  const { n } = expectancyR;
  return `${countOf(n, 'trade')}. ${MIN_TRADES - n} more needed`;
}

export function BacktestRow({ backtest }: { readonly backtest: BacktestDto }): ReactNode {
  const { id, name, product, data, sessions, verdict } = backtest;
  const isTooFew = verdict !== null && VERDICT_LOOKS[verdict] === VERDICT_LOOKS.too_few;
  return (
    <li>
      <Link href={`/backtests/${id}`} className="bt-row">
        <span className="bt-line">
          <b>{name}</b>
          <span className="grow" />
          <StateBadge backtest={backtest} />
        </span>
        <span className="bt-line">
          <span>
            {product}
            {sessions === null ? '' : `, ${countOf(sessions, 'session')}`}
            {data === 'uploads' ? ' of your recordings' : ''}
          </span>
          <span className="grow" />
          <span>{isTooFew ? '' : chances(backtest)}</span>
        </span>
        {isRunning(backtest) ? (
          <BacktestProgress backtest={backtest} />
        ) : (
          <span className="bt-outcome">{outcomeText(backtest)}</span>
        )}
      </Link>
    </li>
  );
}
