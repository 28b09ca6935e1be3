/** Reads the two marks that a legal text may hold: `**bold**` and `[words](address)`. Pure. */

export type Inline =
  | { readonly kind: 'plain'; readonly text: string }
  | { readonly kind: 'bold'; readonly text: string }
  | { readonly kind: 'link'; readonly text: string; readonly href: string };

const MARK = /\*\*([^*]+)\*\*|\[([^\]]+)\]\(([^)\s]+)\)/g;

/** The parts of a text in order; marks that are not closed stay words. */
export function parseInline(text: string): readonly Inline[] {
  const parts: Inline[] = [];
  let from = 0;
  for (const match of text.matchAll(MARK)) {
    if (match.index > from) parts.push({ kind: 'plain', text: text.slice(from, match.index) });
    const [whole, bold, words = '', href = ''] = match;
    parts.push(bold === undefined ? { kind: 'link', text: words, href } : { kind: 'bold', text: bold });
    from = match.index + whole.length;
  }
  if (from < text.length) parts.push({ kind: 'plain', text: text.slice(from) });
  return parts;
}
