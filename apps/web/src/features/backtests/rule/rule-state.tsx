/** Whether form and text agree, and what is wrong with the rule in which line. */
import type { RuleFault } from '@undertow/backtest';
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import type { RuleEditor } from './use-rule-editor.ts';

const KIND_WORDS: Readonly<Record<RuleFault['kind'], string>> = {
  unreadable: '',
  never_fires: 'Never fires: ',
  contradiction: 'Contradiction: ',
  looks_ahead: 'Looks ahead: ',
};

function faultText({ kind, line, message }: RuleFault): string {
  return `${line === null ? '' : `Line ${line}: `}${KIND_WORDS[kind]}${message}`;
}

export function AgreementMark({ editor }: { readonly editor: RuleEditor }): ReactNode {
  const { isFormBehind, faults } = editor;
  const line = faults[0]?.line ?? null;
  return isFormBehind ? (
    <span className="bt-agree" data-tone="bad">
      <Icon name="warning" size={13} />
      {line === null ? 'Form and YAML differ' : `Form and YAML differ at line ${line}`}
    </span>
  ) : (
    <span className="bt-agree" data-tone="ok">
      <Icon name="check" size={13} />
      Form and YAML agree
    </span>
  );
}

export function RuleFaults({ editor }: { readonly editor: RuleEditor }): ReactNode {
  const { faults, isFormBehind, takeForm } = editor;
  if (faults.length === 0) return null;
  return (
    <div className="bt-faults" role="alert">
      <ul>
        {faults.map((fault) => (
          <li key={`${fault.path} ${fault.message}`}>{faultText(fault)}</li>
        ))}
      </ul>
      {isFormBehind ? (
        <p>
          The form shows the last rule that could be read.{' '}
          <Button size="small" onClick={takeForm}>
            Take the form
          </Button>
        </p>
      ) : null}
    </div>
  );
}
