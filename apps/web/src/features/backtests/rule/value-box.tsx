/** A small field inside a sentence: what is typed is taken as soon as it is right, and put back when it is left wrong. */
import { type ReactNode, useState } from 'react';

export interface TextBoxProps {
  readonly label: string;
  /** Place of the value in the rule's text. */
  readonly path: string;
  readonly value: string;
  /** Characters. */
  readonly width: number;
  readonly isRight: (text: string) => boolean;
  readonly onTake: (text: string) => void;
  /** What is expected. */
  readonly expected: string;
}

export function TextBox({ label, path, value, width, isRight, onTake, expected }: TextBoxProps): ReactNode {
  const [typed, setTyped] = useState<string | null>(null);
  const isWrong = typed !== null && !isRight(typed.trim());
  return (
    <input
      className="field bt-box"
      data-size="small"
      data-path={path}
      style={{ width: `${width + 3}ch` }}
      autoComplete="off"
      aria-label={label}
      aria-invalid={isWrong}
      title={isWrong ? expected : undefined}
      value={typed ?? value}
      onChange={({ target }) => {
        const text = target.value;
        setTyped(text);
        if (isRight(text.trim())) onTake(text.trim());
      }}
      onBlur={() => setTyped(null)}
    />
  );
}

export interface NumberBoxProps {
  readonly label: string;
  readonly path: string;
  /** Null: none, shown as an empty field. */
  readonly value: number | null;
  readonly least?: number;
  readonly most?: number;
  /** Digits behind the point. */
  readonly decimals?: number;
  readonly onTake: (value: number) => void;
  /** Takes an empty field. */
  readonly onClear?: () => void;
  /** In the same line as the figure, however narrow the form is. */
  readonly unit?: ReactNode;
}

export function NumberBox({
  label,
  path,
  value,
  least = 0,
  most = 1_000_000,
  decimals = 0,
  onTake,
  onClear,
  unit,
}: NumberBoxProps): ReactNode {
  const isNumber = (text: string): boolean => {
    const [, fraction = ''] = text.split('.');
    const isWritten = /^\d{1,9}(\.\d+)?$/.test(text) && fraction.length <= decimals;
    return isWritten && Number(text) >= least && Number(text) <= most;
  };
  const box = (
    <TextBox
      label={label}
      path={path}
      value={value === null ? '' : String(value)}
      width={String(most).length > 4 ? 5 : 3}
      isRight={(text) => (text === '' && onClear !== undefined) || isNumber(text)}
      onTake={(text) => (text === '' ? onClear?.() : onTake(Number(text)))}
      expected={`Expected a ${decimals === 0 ? 'whole ' : ''}number from ${least} to ${most}.`}
    />
  );
  if (unit === undefined) return box;
  return (
    <span className="bt-amount">
      {box}
      {unit}
    </span>
  );
}
