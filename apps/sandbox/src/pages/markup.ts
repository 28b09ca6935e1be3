/** HTML made of text: what is put into a template is escaped, unless it is markup already. */

/** A piece of HTML that is inserted into a page without escaping. */
export class Markup {
  readonly html: string;

  constructor(html: string) {
    this.html = html;
  }
}

export type MarkupValue = string | number | null | Markup | readonly Markup[];

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}

function htmlOf(value: MarkupValue): string {
  if (value === null) return '';
  if (value instanceof Markup) return value.html;
  if (typeof value === 'object') return value.map(htmlOf).join('');
  return escapeHtml(String(value));
}

/** Template tag: markup`<p>${text}</p>`. Attribute values must be in double quotes. Null renders as nothing. */
export function markup(parts: TemplateStringsArray, ...values: readonly MarkupValue[]): Markup {
  const html = parts.map((part, at) => (at === 0 ? part : htmlOf(values[at - 1] ?? null) + part));
  return new Markup(html.join(''));
}
