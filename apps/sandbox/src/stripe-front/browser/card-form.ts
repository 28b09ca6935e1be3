/** The fields of the card frame: formatted while typing, validated on blur, complete or not. */
import {
  cvcProblem,
  digitsOf,
  expiryOf,
  expiryProblem,
  type FieldProblem,
  formatExpiry,
  formatNumber,
  numberProblem,
  postalLabel,
  postalProblem,
} from './card-rules.ts';

interface Field {
  readonly input: HTMLInputElement;
  readonly format: (text: string) => string;
  readonly problem: (text: string) => FieldProblem | null;
}

function byId<T extends HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (found === null) throw new Error(`the card frame lacks #${id}`);
  return found as T;
}

/** Puts the formatted text in and leaves the caret behind the same digit. */
function reformat({ input, format }: Field): void {
  const before = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const atEnd = input.selectionStart === input.value.length;
  const text = format(input.value);
  if (text === input.value) return;
  input.value = text;
  if (atEnd) return;
  let place = 0;
  for (let seen = 0; place < text.length && seen < before; place += 1)
    if (/\d/.test(text[place] ?? '')) seen += 1;
  input.setSelectionRange(place, place);
}

function showProblem(input: HTMLInputElement, problem: FieldProblem | null): void {
  byId(`${input.id}-problem`).textContent = problem?.message ?? '';
  if (problem === null) input.removeAttribute('aria-invalid');
  else input.setAttribute('aria-invalid', 'true');
}

export class CardForm {
  readonly #number = byId<HTMLInputElement>('number');
  readonly #expiry = byId<HTMLInputElement>('expiry');
  readonly #cvc = byId<HTMLInputElement>('cvc');
  readonly #postal = byId<HTMLInputElement>('postal');
  readonly #country = byId<HTMLSelectElement>('country');
  readonly #fields: readonly Field[];

  constructor(onChange: () => void) {
    const asIs = (text: string) => text;
    this.#fields = [
      { input: this.#number, format: formatNumber, problem: numberProblem },
      { input: this.#expiry, format: formatExpiry, problem: (text) => expiryProblem(text, new Date()) },
      {
        input: this.#cvc,
        format: (text) => digitsOf(text).slice(0, 4),
        problem: (text) => cvcProblem(text, this.#number.value),
      },
      { input: this.#postal, format: asIs, problem: (text) => this.#postalProblem(text) },
    ];
    for (const field of this.#fields) this.#listen(field, onChange);
    this.#country.addEventListener('change', () => {
      this.#showPostal();
      onChange();
    });
    this.#showPostal();
  }

  get empty(): boolean {
    return [this.#number, this.#expiry, this.#cvc].every(({ value }) => value === '');
  }

  get complete(): boolean {
    return this.#fields.every(({ input, problem }) => problem(input.value) === null);
  }

  /** Shows every problem and focuses the first; null when there is none. */
  check(): FieldProblem | null {
    const found = this.#fields.map(({ input, problem }) => ({ input, problem: problem(input.value) }));
    for (const { input, problem } of found) showProblem(input, problem);
    const first = found.find(({ problem }) => problem !== null);
    first?.input.focus();
    return first?.problem ?? null;
  }

  /** As the API takes a card. */
  get card() {
    const { month, year } = expiryOf(this.#expiry.value);
    return { number: digitsOf(this.#number.value), exp_month: month, exp_year: year, cvc: this.#cvc.value };
  }

  /** What was typed of the address. */
  get address(): Readonly<Record<string, string>> {
    const postal = this.#postal.value.trim();
    return { country: this.#country.value, ...(postal === '' ? {} : { postal_code: postal.toUpperCase() }) };
  }

  #listen(field: Field, onChange: () => void): void {
    const { input, problem } = field;
    input.addEventListener('input', () => {
      reformat(field);
      const found = problem(input.value);
      const whole = found !== null && !found.code.startsWith('incomplete');
      if (found === null || whole) showProblem(input, found);
      onChange();
    });
    input.addEventListener('blur', () => {
      if (input.value !== '') showProblem(input, problem(input.value));
    });
  }

  #postalProblem(text: string): FieldProblem | null {
    return postalProblem(text, this.#country.value);
  }

  #showPostal(): void {
    const label = postalLabel(this.#country.value);
    byId('postal-field').hidden = label === null;
    byId('postal-label').textContent = label ?? '';
    if (this.#postal.getAttribute('aria-invalid') !== null)
      showProblem(this.#postal, this.#postalProblem(this.#postal.value));
  }
}
