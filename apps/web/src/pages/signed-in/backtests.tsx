/** Backtests: those of the user, the rule that is edited, and the sessions it is tested on. */
import { type TestedData, TIER_RULES } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useSearch } from 'wouter';
import { useSignIn } from '#api/account/auth.ts';
import { isRunning, useBacktests } from '#api/backtests/backtests.ts';
import { BacktestsCard } from '#features/backtests/list/backtests-card.tsx';
import { RunningCard } from '#features/backtests/list/running-card.tsx';
import { type OpenedRule, OpenedRuleOf } from '#features/backtests/rule/opened-rule.tsx';
import { RuleCard } from '#features/backtests/rule/rule-card.tsx';
import { useRuleEditor } from '#features/backtests/rule/use-rule-editor.ts';
import { BacktestSample } from '#features/backtests/sample/backtest-sample.tsx';
import { TestedOnCard } from '#features/backtests/sessions/tested-on-card.tsx';
import { UploadButton } from '#features/backtests/uploads/upload-button.tsx';
import { UploadsCard } from '#features/backtests/uploads/uploads-card.tsx';
import { useTitle } from '#lib/hooks/use-title.ts';
import { ButtonLink } from '#ui/controls/button.tsx';
import { Page } from '#ui/layout/page.tsx';

function Workbench({ opened }: { readonly opened: OpenedRule }): ReactNode {
  const editor = useRuleEditor(opened.rule);
  const [data, setData] = useState<TestedData>('recorded');
  const running = useBacktests().data?.backtests.find(isRunning);
  return (
    <>
      <RuleCard editor={editor} origin={opened.origin} data={data} />
      <TestedOnCard
        product={editor.rule.product}
        data={data}
        onData={setData}
        isPolled={running !== undefined}
      />
      {running === undefined ? null : <RunningCard backtest={running} />}
    </>
  );
}

export function Backtests(): ReactNode {
  useTitle('Backtests');
  const search = useSearch();
  const tier = useSignIn().user?.subscriptionTier ?? 'free';
  if (TIER_RULES[tier].backtesting.backtests === 0)
    return (
      <Page title="Backtests">
        <BacktestSample />
      </Page>
    );
  return (
    <Page
      title="Backtests"
      actions={
        <>
          <UploadButton />
          {search === '' ? null : (
            <ButtonLink kind="primary" href="/backtests">
              New backtest
            </ButtonLink>
          )}
        </>
      }
    >
      <div className="bt-page">
        <div className="bt-stack">
          <BacktestsCard />
          <UploadsCard />
        </div>
        <div className="bt-stack">
          <OpenedRuleOf search={search}>
            {(opened) => <Workbench key={search} opened={opened} />}
          </OpenedRuleOf>
        </div>
      </div>
    </Page>
  );
}
