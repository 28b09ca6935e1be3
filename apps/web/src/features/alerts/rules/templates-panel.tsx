/** The three templates: the rules each makes, and the instruments to which it is applied. */
import type { AlertTemplate } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { useAlertTemplates, useApplyTemplate } from '#api/alerts/alert-rules.ts';
import { detailedError } from '#api/client/api-error.ts';
import { useUserInstruments } from '#api/market/instruments.ts';
import { countOf, listWords } from '#lib/format/formats.ts';
import { ALERT_TYPE_WORDS } from '#lib/words/alert-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { QueryState } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';

interface OwnInstrument {
  readonly id: number;
  readonly symbol: string;
}

interface CardProps {
  readonly template: AlertTemplate;
  readonly own: readonly OwnInstrument[];
}

function useApply({ template, own }: CardProps, left: ReadonlySet<number>) {
  const apply = useApplyTemplate();
  const chosen = own.filter(({ id }) => !left.has(id));
  const start = (): void => {
    if (own.length === 0) {
      toastError('Add instruments to your account first.', 'No Instruments');
      return;
    }
    apply.mutate(
      { templateId: template.id, instrumentIds: chosen.map(({ id }) => id) },
      {
        onSuccess: (rules) =>
          toast({
            title: 'Alerts Created',
            text: `${countOf(rules.length, 'rule')} of ${template.name} for ${listWords(chosen.map(({ symbol }) => symbol))}.`,
          }),
        onError: () => toastError('Failed to create alerts from template.'),
      },
    );
  };
  const problem = apply.error === null ? null : detailedError(apply.error);
  return { start, problem, isPending: apply.isPending, isDisabled: own.length > 0 && chosen.length === 0 };
}

function TemplateCard({ template, own }: CardProps): ReactNode {
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const { start, problem, isPending, isDisabled } = useApply({ template, own }, left);
  const toggle = (id: number): void =>
    setLeft((before) => {
      const next = new Set(before);
      if (!next.delete(id)) next.add(id);
      return next;
    });
  return (
    <Card title={template.name}>
      <div className="template">
        <p className="text-text-2">{template.description}</p>
        <ul aria-label={`Rules of ${template.name}`}>
          {template.rules.map((rule) => (
            <li key={rule.name}>
              <span className="grow">{rule.name}</span>
              {rule.inPlan ? null : <Badge tone="warn">not in your plan</Badge>}
              <Badge>{ALERT_TYPE_WORDS[rule.alertType]}</Badge>
            </li>
          ))}
        </ul>
        <fieldset className="toggle-set">
          <legend className="field-label">For</legend>
          <div>
            {own.length === 0 ? <span className="text-text-3">No instruments yet</span> : null}
            {own.map(({ id, symbol }) => (
              <label key={id} className="toggle" data-on={!left.has(id)}>
                <input type="checkbox" checked={!left.has(id)} onChange={() => toggle(id)} />
                {symbol}
              </label>
            ))}
          </div>
        </fieldset>
        <Button busy={isPending} busyText="Applying..." disabled={isDisabled} onClick={start}>
          Apply {template.name}
        </Button>
        {problem === null ? null : (
          <p className="field-error" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Card>
  );
}

export function TemplatesPanel(): ReactNode {
  const templates = useAlertTemplates();
  const instruments = useUserInstruments().data ?? [];
  if (templates.data === undefined)
    return (
      <QueryState
        query={templates}
        failed="The templates could not be loaded"
        note="Your rules remain active."
        rows={5}
        height={20}
      />
    );
  const own = instruments
    .filter((row) => row.active)
    .map((row) => ({ id: row.instrumentId, symbol: row.instrument.symbol }));
  return (
    <>
      <p className="mb-3 max-w-[640px] text-text-2">
        A template creates ordinary rules that you can edit. Applying it again updates its rules without
        creating duplicates.
      </p>
      <div className="template-cards">
        {templates.data.map((template) => (
          <TemplateCard key={template.id} template={template} own={own} />
        ))}
      </div>
    </>
  );
}
