/** The rule being edited: one rule as text and as the values of its form, with what is wrong in which line. */
import { type BacktestRule, type ReadRule, type RuleFault, readRule, ruleText } from '@undertow/backtest';
import { instrumentBySymbol } from '@undertow/market';
import { useMemo, useState } from 'react';

export interface RuleEditor {
  /** What the form shows: the last rule that could be read. */
  readonly rule: BacktestRule;
  readonly text: string;
  readonly faults: readonly RuleFault[];
  /** The text was changed by hand and cannot be read: the form is behind it. */
  readonly isFormBehind: boolean;
  readonly isChanged: boolean;
  /** Line from 1 of a place of the rule, or of the nearest one around it; null where the text leaves it out. */
  readonly lineOf: (path: string) => number | null;
  readonly change: (rule: BacktestRule) => void;
  readonly write: (text: string) => void;
  /** Back to the rule that was opened. */
  readonly discard: () => void;
  /** The text of the form in place of the one that cannot be read. */
  readonly takeForm: () => void;
}

interface Edited {
  readonly rule: BacktestRule;
  readonly text: string;
  readonly isFromForm: boolean;
}

export function readText(text: string): ReadRule {
  return readRule(text, (product) => instrumentBySymbol(product) ?? null);
}

function nearestLine(lines: ReadRule['lines'], path: string): number | null {
  for (let at = path; at !== ''; at = at.slice(0, Math.max(0, at.lastIndexOf('.')))) {
    const line = lines.get(at);
    if (line !== undefined) return line;
  }
  return null;
}

export function useRuleEditor(opened: BacktestRule): RuleEditor {
  const first: Edited = { rule: opened, text: ruleText(opened), isFromForm: true };
  const [edited, setEdited] = useState<Edited>(first);
  const { rule, text, isFromForm } = edited;
  const read = useMemo(() => readText(text), [text]);
  const fromForm = (next: BacktestRule): void =>
    setEdited({ rule: next, text: ruleText(next), isFromForm: true });
  return {
    rule,
    text,
    faults: read.faults,
    isFormBehind: !isFromForm && read.rule === null,
    isChanged: text !== first.text,
    lineOf: (path) => nearestLine(read.lines, path),
    change: fromForm,
    write: (next) => setEdited({ rule: readText(next).rule ?? rule, text: next, isFromForm: false }),
    discard: () => setEdited(first),
    takeForm: () => fromForm(rule),
  };
}
