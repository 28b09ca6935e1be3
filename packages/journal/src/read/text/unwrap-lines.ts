/**
 * Undoes what a spreadsheet of another country does to a text: every line saved as one quoted cell, padded with empty
 * ones.
 */
import { MAX_IMPORT_ROWS } from '#model/source-file.ts';

/** Non-empty lines that are sampled. */
const PROBE_LINES = 400;
const PROBE_CHARACTERS = 400_000;

/** Longer lines are not cells of a spreadsheet. */
const MAX_LINE = 32_768;

/** Fields inside the cell: fewer are a sentence and no line of a table. */
const INNER_DELIMITERS = 3;

/** The line inside the cell: one quoted field, quotes inside doubled, nothing but empty fields behind it. */
function innerOf(line: string): string | null {
  if (!line.startsWith('"') || line.length > MAX_LINE) return null;
  let end = line.length;
  while (end > 1 && ';,|\t '.includes(line.charAt(end - 1))) end -= 1;
  if (end < 2 || line.charAt(end - 1) !== '"') return null;
  const inside = line.slice(1, end - 1);
  if (inside.replaceAll('""', '').includes('"')) return null;
  const inner = inside.replaceAll('""', '"');
  return inner.split(/[,;\t|]/).length > INNER_DELIMITERS ? inner : null;
}

/** True when a line with quotes exists and each of them is wrapped as a whole. */
function isWrapped(text: string): boolean {
  let wrapped = 0;
  let looked = 0;
  for (const line of text.slice(0, PROBE_CHARACTERS).split(/\r\n|\r|\n/, PROBE_LINES)) {
    if (!line.includes('"')) continue;
    looked += 1;
    if (innerOf(line) !== null) wrapped += 1;
  }
  // The last line of the probe may be cut off.
  return wrapped > 0 && looked - wrapped <= (text.length > PROBE_CHARACTERS ? 1 : 0);
}

/** More lines than an import may have rows are refused by the row limit and not unwrapped here. */
function hasTooManyLines(text: string): boolean {
  let lines = 0;
  for (let at = 0; at < text.length && lines <= MAX_IMPORT_ROWS * 2; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 10 || code === 13) lines += 1;
  }
  return lines > MAX_IMPORT_ROWS * 2;
}

function withoutPadding(line: string): string {
  let end = line.length;
  while (end > 0 && ';|\t '.includes(line.charAt(end - 1))) end -= 1;
  return line.slice(0, end);
}

/** The text with every wrapped line as it was before, line for line; any other text as it is. */
export function unwrapLines(text: string): string {
  if (!isWrapped(text) || hasTooManyLines(text)) return text;
  return text
    .split(/\r\n|\r|\n/)
    .map((line) => innerOf(line) ?? withoutPadding(line))
    .join('\n');
}
