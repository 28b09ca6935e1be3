/** An account against its rules: state, figure, limit, distance left, and the chance of a breach. */
import { type ReactNode, useState } from 'react';
import { type PropRules, usePropRules, useTradeAccounts } from '#api/journal/trade-statistics.ts';
import { useTradeFacets } from '#api/journal/trades.ts';
import { Button } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import {
  breachWords,
  chanceWords,
  type RuleState,
  ruleFigure,
  STATE_LOOKS,
  valueWords,
} from './rule-words.ts';
import { accountName, accountsOf } from './rules-accounts.ts';
import { RulesDialog } from './rules-dialog.tsx';

export interface RulesCardProps {
  /** Opens the trade of that id. */
  readonly onShowTrade: (id: string, title: string) => void;
}

interface RuleRowProps extends RulesCardProps {
  readonly rule: RuleState;
  readonly currency: string;
}

function RuleRow({ rule, currency, onShowTrade }: RuleRowProps): ReactNode {
  const { label, state, unit, limit, left, text, breachedBy } = rule;
  const { word, tone } = STATE_LOOKS[state];
  const breach = breachWords(rule);
  return (
    <tbody>
      <tr>
        <th scope="row">{label}</th>
        <td>
          <Badge tone={tone}>{word}</Badge>
        </td>
        <td className="num">{valueWords(rule, currency)}</td>
        <td className="num">{ruleFigure(limit, unit, currency)}</td>
        <td className="num">{ruleFigure(left, unit, currency)}</td>
      </tr>
      <tr>
        <td className="rule-text" colSpan={5}>
          {breach === null ? null : <b>{breach} </b>}
          {text}
          {breachedBy === null ? null : (
            <>
              {' '}
              <button
                type="button"
                className="font-medium underline underline-offset-2"
                aria-label={`Show the trade that breached the rule: ${label}`}
                onClick={() => onShowTrade(breachedBy, `${label}: the trade that breached it`)}
              >
                Show the trade
              </button>
            </>
          )}
        </td>
      </tr>
    </tbody>
  );
}

function Rules({ data, onShowTrade }: RulesCardProps & { readonly data: PropRules }): ReactNode {
  const { rules, currency, breachChance } = data;
  return (
    <>
      <ScrollRegion label="Rules of the account, table">
        <table className="table rule-table">
          <TableHead columns={['Rule', 'State', ['Now', 'num'], ['Limit', 'num'], ['Left', 'num']]} />
          {rules.map((rule) => (
            <RuleRow key={rule.rule} rule={rule} currency={currency} onShowTrade={onShowTrade} />
          ))}
        </table>
      </ScrollRegion>
      <p className="insight-foot">{chanceWords(breachChance)}</p>
    </>
  );
}

function States({ account, onShowTrade }: RulesCardProps & { readonly account: string }): ReactNode {
  const query = usePropRules(account);
  const { data, error } = query;
  if (error !== null || data === undefined)
    return (
      <QueryState
        query={query}
        failed="The rules could not be loaded"
        note="Your trades are kept."
        rows={3}
        height={14}
      />
    );
  if (data.rules.length === 0) {
    return (
      <EmptyBlock
        title="No rules yet"
        text="Set the limits of this account: its trades are then checked against them in the order of their exits."
      />
    );
  }
  return <Rules data={data} onShowTrade={onShowTrade} />;
}

export function RulesCard({ onShowTrade }: RulesCardProps): ReactNode {
  const facets = useTradeFacets().data;
  const accounts = useTradeAccounts();
  const [chosen, setChosen] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const all = accountsOf(accounts.data ?? [], facets?.accounts ?? [], facets?.currencies[0] ?? 'USD');
  const account = all.find((one) => one.account === chosen) ?? all[0];
  return (
    <Card
      title="Prop-firm rules"
      actions={
        account === undefined ? undefined : (
          <>
            <Select
              label="Account of the rules"
              hideLabel
              value={account.account}
              options={all.map((one) => ({ value: one.account, label: accountName(one.account) }))}
              onChange={setChosen}
            />
            <Button size="small" onClick={() => setOpen(true)}>
              {account.rules === null ? 'Set rules' : 'Change rules'}
            </Button>
          </>
        )
      }
    >
      {account === undefined ? (
        <EmptyBlock
          title="No accounts yet"
          text="Accounts come with the trades of a file, or with the account of a single trade."
        />
      ) : (
        <States account={account.account} onShowTrade={onShowTrade} />
      )}
      {isOpen && account !== undefined ? (
        <RulesDialog account={account} onClose={() => setOpen(false)} />
      ) : null}
    </Card>
  );
}
