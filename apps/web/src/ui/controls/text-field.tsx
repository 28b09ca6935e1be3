/** A line, or lines, of text with a label and, when they are wrong, a sentence below. */
import type { InputHTMLAttributes, ReactNode, Ref, TextareaHTMLAttributes } from 'react';
import { Field } from './field.tsx';

export interface TextFieldProps extends InputHTMLAttributes<HTMLInputElement> {
  readonly label: string;
  /** What is expected; shown in place of nothing when the field is wrong. */
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLInputElement>;
}

export function TextField({ label, error, required, ...rest }: TextFieldProps): ReactNode {
  return (
    <Field label={label} required={required} error={error} grows>
      {(control) => <input {...rest} {...control} className="field" aria-required={required} />}
    </Field>
  );
}

export interface TextAreaProps extends TextareaHTMLAttributes<HTMLTextAreaElement> {
  readonly label: string;
  readonly error?: string | undefined;
  readonly ref?: Ref<HTMLTextAreaElement>;
}

export function TextArea({ label, error, className = '', ...rest }: TextAreaProps): ReactNode {
  return (
    <Field label={label} error={error}>
      {(control) => <textarea {...rest} {...control} className={`field field-area ${className}`} />}
    </Field>
  );
}
