/** The rule that is edited, as form and text, and the button that tests it. */
import type { TestedData } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import {
  type BacktestList,
  useBacktestSessions,
  useBacktests,
  useCreateBacktest,
} from '#api/backtests/backtests.ts';
import { detailedError } from '#api/client/api-error.ts';
import { countOf } from '#lib/format/formats.ts';
import { USER_ZONE } from '#lib/format/times.ts';
import { Button } from '#ui/controls/button.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { AlertButton } from './alert-button.tsx';
import { RuleForm } from './rule-form.tsx';
import { AgreementMark, RuleFaults } from './rule-state.tsx';
import { RuleText } from './rule-text.tsx';
import type { RuleEditor } from './use-rule-editor.ts';

function RunButton({ editor, data }: Pick<RuleCardProps, 'editor' | 'data'>): ReactNode {
  const { rule, text, faults } = editor;
  const list = useBacktests().data;
  const available = useBacktestSessions(rule.product, data, false).data;
  const sessions = available?.sessions.length;
  const create = useCreateBacktest();
  const [, navigate] = useLocation();
  const count = Math.min(sessions ?? 0, list?.mostSessions ?? 0);
  const isOnThis = ({ product, source }: BacktestList['tried'][number]): boolean =>
    product === rule.product && source === available?.source;
  const tried = list?.tried.find(isOnThis)?.rules ?? 0;
  const run = (): void =>
    create.mutate({ text, data, zone: USER_ZONE }, { onSuccess: ({ id }) => navigate(`/backtests/${id}`) });
  return (
    <>
      {create.error === null ? (
        <span className="text-text-3">Counts as rule {tried + 1} on this data</span>
      ) : (
        <span className="field-error" role="alert">
          {detailedError(create.error)}
        </span>
      )}
      <Button
        kind="primary"
        disabled={faults.length > 0 || count === 0}
        busy={create.isPending}
        busyText="Starting..."
        onClick={run}
      >
        {sessions === undefined ? 'Run' : `Run on ${countOf(count, 'session')}`}
      </Button>
    </>
  );
}

export interface RuleCardProps {
  readonly editor: RuleEditor;
  /** Where the rule comes from: `from alert Iceberg near VWAP`. */
  readonly origin: string | null;
  readonly data: TestedData;
}

export function RuleCard({ editor, origin, data }: RuleCardProps): ReactNode {
  const [focused, setFocused] = useState<string | null>(null);
  const { rule, faults, isFormBehind, isChanged } = editor;
  return (
    <Card
      title="Edit rule"
      note={
        <>
          {origin === null ? null : <Badge>{origin}</Badge>}
          {isChanged ? ' changed' : null}
        </>
      }
      actions={<AgreementMark editor={editor} />}
    >
      <div className="bt-sides">
        <RuleForm rule={rule} onChange={editor.change} isBehind={isFormBehind} onFocusPath={setFocused} />
        <RuleText editor={editor} focused={focused} />
      </div>
      <RuleFaults editor={editor} />
      <div className="bt-foot">
        <Button kind="ghost" disabled={!isChanged} onClick={editor.discard}>
          Discard
        </Button>
        <AlertButton rule={faults.length > 0 ? null : rule} />
        <span className="grow" />
        <RunButton editor={editor} data={data} />
      </div>
    </Card>
  );
}
