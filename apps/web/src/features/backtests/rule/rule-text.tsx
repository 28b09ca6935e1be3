/** The rule as YAML: line numbers, the line of the focused field, and the lines that are wrong. */
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { toast, toastError } from '#ui/overlays/toast-state.ts';
import type { RuleEditor } from './use-rule-editor.ts';

const LEAST_LINES = 20;

/** `iceberg-near-vwap.yaml` */
function fileName(name: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-+|-+$/g, '');
  return `${plain === '' ? 'rule' : plain}.yaml`;
}

export interface RuleTextProps {
  readonly editor: RuleEditor;
  /** Place of the field that has the focus. */
  readonly focused: string | null;
}

export function RuleText({ editor, focused }: RuleTextProps): ReactNode {
  const { text, rule, faults, lineOf, write } = editor;
  const tinted = focused === null ? null : lineOf(focused);
  const wrong = new Set(faults.map(({ line }) => line));
  const lines = text.split('\n').length;
  const copy = (): void => {
    navigator.clipboard.writeText(text).then(
      () => toast({ title: 'Copied', text: 'The rule is in the clipboard.' }),
      () => toastError('The browser refused the clipboard.'),
    );
  };
  return (
    <div className="bt-text">
      <div className="bt-text-head">
        <span className="cap">{fileName(rule.name)}</span>
        <span className="grow" />
        <Button kind="ghost" size="small" onClick={copy}>
          <Icon name="copy" size={13} /> Copy
        </Button>
      </div>
      <div className="bt-lines">
        <div aria-hidden="true">
          {Array.from({ length: lines }, (_, at) => (
            <span key={at} data-tinted={tinted === at + 1} data-wrong={wrong.has(at + 1)}>
              {at + 1}
            </span>
          ))}
        </div>
        <textarea
          aria-label="Rule as YAML"
          aria-invalid={faults.length > 0}
          spellCheck={false}
          wrap="off"
          rows={Math.max(LEAST_LINES, lines)}
          value={text}
          onChange={({ target }) => write(target.value)}
        />
      </div>
    </div>
  );
}
