/** What can be done with a backtest: delete it, edit its rule as a new one, export its trades. */
import type { BacktestDto } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { backtestTradesAddress } from '#api/backtests/backtests.ts';
import { editedBacktestAddress } from '#lib/address/backtest-address.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { RemoveButton } from './remove-button.tsx';

export interface BacktestActionsProps {
  readonly backtest: BacktestDto;
  /** Further actions, at the right. */
  readonly children: ReactNode;
}

export function BacktestActions({ backtest, children }: BacktestActionsProps): ReactNode {
  return (
    <>
      <RemoveButton backtest={backtest} />
      <ButtonLink kind="ghost" href={editedBacktestAddress(backtest.id)}>
        Edit rule
      </ButtonLink>
      {backtest.state === 'done' ? (
        <a className="btn" data-kind="normal" href={backtestTradesAddress(backtest.id)} download>
          <Icon name="download" size={14} /> Export
        </a>
      ) : null}
      {children}
    </>
  );
}
