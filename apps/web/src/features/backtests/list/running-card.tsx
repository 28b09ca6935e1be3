/** A backtest that runs: its four steps, how far it is, and the button that stops it. */
import type { BacktestDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useCancelBacktest } from '#api/backtests/backtests.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { toastError } from '#ui/overlays/toast-state.ts';
import { BacktestProgress } from './backtest-row.tsx';

type State = BacktestDto['state'];

const STEPS: readonly { readonly name: string; readonly note: string; readonly states: readonly State[] }[] =
  [
    {
      name: 'Prepare sessions',
      note: 'those that these detectors have not read',
      states: ['waiting', 'preparing'],
    },
    { name: 'Test the rule', note: 'first answer', states: ['running'] },
    { name: 'Random entries', note: '1,000 sets, and significance', states: ['first'] },
  ];

export function RunningCard({ backtest }: { readonly backtest: BacktestDto }): ReactNode {
  const cancel = useCancelBacktest();
  const { id, name, product, state } = backtest;
  const present = STEPS.findIndex(({ states }) => states.includes(state));
  const stop = (): void =>
    cancel.mutate(id, { onError: (error) => toastError(error, 'Failed to Stop Backtest') });
  return (
    <Card
      title="Running"
      note={`${name}, ${product}`}
      actions={
        <Button size="small" busy={cancel.isPending} busyText="Stopping..." onClick={stop}>
          Stop
        </Button>
      }
    >
      <div className="bt-running">
        <BacktestProgress backtest={backtest} />
      </div>
      <ol className="bt-steps">
        {STEPS.map((step, at) => (
          <li key={step.name} aria-current={at === present ? 'step' : undefined} data-done={at < present}>
            <b>{step.name}</b>
            <span>{step.note}</span>
            <span>{at < present ? 'done' : at === present ? 'now' : 'waits'}</span>
          </li>
        ))}
      </ol>
      <p className="bt-note">
        Runs on without this page. Sessions that were read once stay ready for every later rule.
      </p>
    </Card>
  );
}
