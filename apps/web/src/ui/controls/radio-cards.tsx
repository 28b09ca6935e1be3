/** One choice out of a few, each a card with a title and a line that says what it means. */
import { type InputHTMLAttributes, type ReactNode, type Ref, useId } from 'react';
import { errorId, FieldError } from './field.tsx';

export interface RadioCardsProps {
  readonly legend: string;
  readonly cards: readonly { readonly value: string; readonly title: string; readonly text: string }[];
  readonly error?: string | undefined;
  /** What the caller's form gives each of the inputs: name, change, ref. */
  readonly input: InputHTMLAttributes<HTMLInputElement> & { readonly ref?: Ref<HTMLInputElement> };
  readonly children?: ReactNode;
}

export function RadioCards({ legend, cards, error, input, children }: RadioCardsProps): ReactNode {
  const id = useId();
  return (
    <fieldset aria-describedby={errorId(id, error)}>
      <legend className="field-label">{legend} *</legend>
      <div className="radio-cards">
        {cards.map(({ value, title, text }) => (
          <label key={value} className="radio-card">
            <input {...input} type="radio" value={value} />
            <span>
              <span className="font-medium">{title}</span>
              <span className="t-12 block text-text-3">{text}</span>
            </span>
          </label>
        ))}
      </div>
      <FieldError id={id} error={error} />
      {children}
    </fieldset>
  );
}
