/** The rule that the address opens: that of an alert, that of an earlier backtest, or the example. */
import { type BacktestRule, backtestOfAlert } from '@undertow/backtest';
import { instrumentById } from '@undertow/market';
import type { ReactNode } from 'react';
import { useAlertRules } from '#api/alerts/alert-rules.ts';
import { useBacktest } from '#api/backtests/backtests.ts';
import { openedRuleIds } from '#lib/address/backtest-address.ts';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { readText } from './use-rule-editor.ts';

const FIRST_PRODUCT = 'ES';

/** Where a new rule begins. */
const EXAMPLE: BacktestRule = backtestOfAlert(
  {
    name: 'Iceberg near VWAP',
    condition: {
      kind: 'event',
      eventTypes: ['iceberg'],
      side: null,
      minConfidence: 0.75,
      minSize: 100,
      perDay: null,
      near: { level: 'vwap', price: null, withinTicks: 10 },
    },
    sessionHours: 'any',
    coolDownSeconds: 0,
  },
  FIRST_PRODUCT,
);

export interface OpenedRule {
  readonly rule: BacktestRule;
  readonly origin: string | null;
}

type Shows = (opened: OpenedRule) => ReactNode;

function Missing({ text }: { readonly text: string }): ReactNode {
  return (
    <Card title="Edit rule">
      <EmptyBlock title="This rule could not be opened" text={text} />
    </Card>
  );
}

function FromAlert({ id, children }: { readonly id: string; readonly children: Shows }): ReactNode {
  const query = useAlertRules();
  if (query.data === undefined)
    return <QueryState query={query} failed="The alert rules could not be loaded" rows={6} height={28} />;
  const alert = query.data.find((one) => one.id === id);
  if (alert === undefined) return <Missing text="There is no such alert rule any more." />;
  const [instrumentId] = alert.instrumentIds;
  const product =
    instrumentId === undefined ? FIRST_PRODUCT : (instrumentById(instrumentId)?.symbol ?? FIRST_PRODUCT);
  return children({ rule: backtestOfAlert(alert, product), origin: `from alert ${alert.name}` });
}

function FromBacktest({ id, children }: { readonly id: string; readonly children: Shows }): ReactNode {
  const query = useBacktest(id);
  if (query.data === undefined)
    return <QueryState query={query} failed="The backtest could not be loaded" rows={6} height={28} />;
  const { rule } = readText(query.data.text);
  if (rule === null) return <Missing text="Its text cannot be read by this version." />;
  return children({ rule, origin: `from backtest ${query.data.name}` });
}

export interface OpenedRuleProps {
  /** Query of the address. */
  readonly search: string;
  readonly children: Shows;
}

export function OpenedRuleOf({ search, children }: OpenedRuleProps): ReactNode {
  const { alertId, backtestId } = openedRuleIds(search);
  if (alertId !== null) return <FromAlert id={alertId}>{children}</FromAlert>;
  if (backtestId !== null) return <FromBacktest id={backtestId}>{children}</FromBacktest>;
  return children({ rule: EXAMPLE, origin: null });
}
