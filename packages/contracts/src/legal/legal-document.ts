/** What a legal text is made of: plain data that the web page draws and whose hash a consent keeps. */

/**
 * A text may hold `**bold**` and `[words](/path)`. The address `support:` is a placeholder for the operator's support address,
 * which is a setting and no part of the text.
 */
export type LegalBlock =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'list'; readonly items: readonly string[] }
  | { readonly kind: 'note'; readonly tone: 'info' | 'warn'; readonly text: string }
  | {
      readonly kind: 'table';
      readonly head: readonly string[];
      readonly rows: readonly (readonly string[])[];
    }
  | { readonly kind: 'steps'; readonly steps: readonly { readonly at: string; readonly text: string }[] }
  /** The operator's name, number, address and VAT number, from the settings. */
  | { readonly kind: 'operator' };

export interface LegalSection {
  /** Anchor of the section. */
  readonly id: string;
  readonly title: string;
  readonly blocks: readonly LegalBlock[];
}

export interface LegalDocument {
  readonly title: string;
  /** One sentence below the title. */
  readonly lead: string;
  /** The short form; it sums up and does not bind. */
  readonly summary: string;
  readonly sections: readonly LegalSection[];
  /** What the operator must have checked by counsel; shown on the page until the text says otherwise. */
  readonly counsel: readonly string[];
}

// Shorthands for the files that hold the texts
export const section = (id: string, title: string, ...blocks: readonly LegalBlock[]): LegalSection => ({
  id,
  title,
  blocks,
});
export const text = (words: string): LegalBlock => ({ kind: 'text', text: words });
export const list = (...items: readonly string[]): LegalBlock => ({ kind: 'list', items });
export const note = (tone: 'info' | 'warn', words: string): LegalBlock => ({
  kind: 'note',
  tone,
  text: words,
});
export const table = (head: readonly string[], ...rows: readonly (readonly string[])[]): LegalBlock => ({
  kind: 'table',
  head,
  rows,
});
