/** What a source calls text, as one line of plain text: no markup, no control characters, no more than is shown. */

const MAX_CHARS = 300;
const NAMED: Readonly<Record<string, string>> = {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", nbsp: ' ', ndash: '–', mdash: '—' },
  ...{ lsquo: '‘', rsquo: '’', ldquo: '“', rdquo: '”', hellip: '…', pound: '£', euro: '€' },
};

function decoded(text: string): string {
  return text.replace(/&(#x[0-9a-f]{1,6}|#\d{1,7}|[a-z]{2,8});/gi, (whole, name: string) => {
    if (!name.startsWith('#')) return NAMED[name.toLowerCase()] ?? whole;
    const code = name[1]?.toLowerCase() === 'x' ? Number.parseInt(name.slice(2), 16) : Number(name.slice(1));
    return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : ' ';
  });
}

/** A tag ends at the next `>`, and one without an end is none. */
function untagged(text: string): string {
  return text.replace(/<[a-z!/?][^<>]*>/gi, ' ');
}

/** Markup may be written twice over: as tags, and as references to their characters. */
export function plainText(source: string): string {
  let text = source.slice(0, 8 * MAX_CHARS);
  for (let pass = 0; pass < 2; pass += 1) text = untagged(decoded(untagged(text)));
  // Control, format (bidirectional ones among them) and private characters, and halves of pairs
  const line = text.replace(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= MAX_CHARS ? line : `${line.slice(0, MAX_CHARS - 1).trimEnd()}…`;
}
