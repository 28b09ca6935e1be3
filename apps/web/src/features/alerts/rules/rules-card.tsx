/** The user's rules: on or off, what they wait for, what became of them, and what can be done with each. */
import { TIER_RULES } from '@undertow/contracts';
import { instrumentById } from '@undertow/market';
import { type ReactNode, useState } from 'react';
import { useLocation, useSearch } from 'wouter';
import { useSignIn } from '#api/account/auth.ts';
import { useAlertRules } from '#api/alerts/alert-rules.ts';
import { useActiveInstrumentId, useInstruments } from '#api/market/instruments.ts';
import { requestedAlert } from '#lib/address/requested-alert.ts';
import { formatSize } from '#lib/format/formats.ts';
import { openSurface } from '#lib/state/surface.ts';
import { Button } from '#ui/controls/button.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { type EditedRule, RuleDialog } from './rule-dialog.tsx';
import { draftOfRequest, NEW_RULE } from './rule-draft.ts';
import { RuleRow } from './rule-row.tsx';

function NoRules({
  isAllowed,
  onNew,
}: {
  readonly isAllowed: boolean;
  readonly onNew: () => void;
}): ReactNode {
  return isAllowed ? (
    <EmptyBlock
      title="No rules yet"
      text="A rule alerts you to a price, volume, a change of daily trend or an order-flow event. Templates are ready-made sets of rules."
    >
      <Button kind="primary" onClick={onNew}>
        New rule
      </Button>
    </EmptyBlock>
  ) : (
    <EmptyBlock title="Your plan has no alert rules" text="Every paid plan includes them.">
      <Button onClick={() => openSurface.set('plans')}>Compare plans</Button>
    </EmptyBlock>
  );
}

interface Editor {
  readonly edited: EditedRule | null;
  readonly edit: (rule: EditedRule) => void;
  readonly close: () => void;
}

/** The rule in the editor: the one that was chosen, else the new one that the address requests. */
function useEditor(mayAdd: boolean): Editor {
  const requested = requestedAlert(new URLSearchParams(useSearch()));
  const [, navigate] = useLocation();
  const [chosen, edit] = useState<EditedRule | null>(null);
  const symbol = requested === null ? '' : (instrumentById(requested.instrumentId)?.symbol ?? '');
  const isRequested = requested !== null && mayAdd;
  return {
    edited: chosen ?? (isRequested ? { id: null, draft: draftOfRequest(requested, symbol) } : null),
    edit,
    close: () => {
      edit(null);
      if (requested !== null) navigate('/alerts?tab=rules', { replace: true });
    },
  };
}

export function RulesCard(): ReactNode {
  const rules = useAlertRules();
  const catalogue = useInstruments().data ?? [];
  const tier = useSignIn().user?.subscriptionTier ?? 'free';
  const most = TIER_RULES[tier].alertRulesLimit;
  const count = rules.data?.length ?? 0;
  const { edited, edit, close } = useEditor(rules.data !== undefined && count < most);
  const on = rules.data?.filter(({ isEnabled }) => isEnabled).length ?? 0;
  const shownId = useActiveInstrumentId();
  // For the kinds that are about a price: the instrument on screen
  const instrumentIds = shownId === null ? [] : [String(shownId)];
  const startNew = (): void => edit({ id: null, draft: { ...NEW_RULE, instrumentIds } });
  const symbolOf = (id: number): string | null => catalogue.find((row) => row.id === id)?.symbol ?? null;
  return (
    <Card
      title="Rules"
      note={
        rules.data === undefined
          ? undefined
          : `${formatSize(on)} of ${formatSize(count)} on, ${formatSize(most)} at most`
      }
      actions={
        <Button kind="primary" size="small" disabled={count >= most} onClick={startNew}>
          <Icon name="plus" size={13} />
          New rule
        </Button>
      }
    >
      {rules.data === undefined ? (
        <QueryState
          query={rules}
          failed="The rules could not be loaded"
          note="They remain active."
          rows={4}
          height={28}
        />
      ) : count === 0 ? (
        <NoRules isAllowed={most > 0} onNew={startNew} />
      ) : (
        <ul aria-label="Alert rules">
          {rules.data.map((rule) => (
            <RuleRow key={rule.id} rule={rule} symbolOf={symbolOf} onEdit={edit} />
          ))}
        </ul>
      )}
      {edited === null ? null : <RuleDialog edited={edited} onClose={close} />}
    </Card>
  );
}
