/** Which character separates the fields of a text: by the lines that agree on the number of fields. */
import type { SourceGrid } from '#model/source-file.ts';

export type Delimiter = NonNullable<SourceGrid['delimiter']>;

const DELIMITERS: readonly Delimiter[] = [',', ';', '\t', '|'];
const PROBE_LINES = 60;
const PROBE_CHARACTERS = 200_000;
const QUOTE = 34;

/** Fields of a line, quoted delimiters not counted. */
function countFields(line: string, delimiter: number): number {
  let fields = 1;
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const code = line.charCodeAt(at);
    if (code === QUOTE) quoted = !quoted;
    else if (code === delimiter && !quoted) fields += 1;
  }
  return fields;
}

/** Headers begin with letters; a line of numbers that happens to agree does not. */
function looksLikeHeader(line: string, delimiter: Delimiter): boolean {
  const fields = line.split(delimiter);
  const words = fields.filter((field) => /^[\s"']*[\p{L}#_<]/u.test(field)).length;
  return words * 2 > fields.length;
}

interface Candidate {
  readonly delimiter: Delimiter;
  /** A header over rows of more than three fields, then lines that agree, then fields. */
  readonly score: number;
}

function judged(lines: readonly string[], delimiter: Delimiter): Candidate {
  const linesOf = new Map<number, { count: number; hasHeader: boolean }>();
  for (const line of lines) {
    const fields = countFields(line, delimiter.charCodeAt(0));
    if (fields === 1) continue;
    const group = linesOf.get(fields);
    if (group === undefined) {
      linesOf.set(fields, { count: 1, hasHeader: looksLikeHeader(line, delimiter) });
      continue;
    }
    group.count += 1;
    // A title that a spreadsheet padded with empty cells can precede the header.
    group.hasHeader ||= looksLikeHeader(line, delimiter);
  }
  let score = 0;
  for (const [fields, { count, hasHeader }] of linesOf) {
    // A line alone is a header over nothing: `123456 (USD, server, demo, hedge)`.
    const header = hasHeader && count > 1 ? 4_000 : 0;
    score = Math.max(score, header + (fields > 3 ? 2_000 : 0) + count * 10 + Math.min(fields, 99) / 10);
  }
  return { delimiter, score };
}

/**
 * The delimiter of a text. The one whose fields agree over most of the first lines wins, above all those of a
 * header line; a comma where there is no delimiter.
 */
export function decideDelimiter(text: string): Delimiter {
  const lines = text
    .slice(0, PROBE_CHARACTERS)
    .split(/\r\n|\r|\n/, PROBE_LINES * 3)
    .filter((line) => line.trim() !== '')
    .slice(0, PROBE_LINES);
  let best: Candidate = { delimiter: ',', score: 0 };
  for (const delimiter of DELIMITERS) {
    const candidate = judged(lines, delimiter);
    if (candidate.score > best.score) best = candidate;
  }
  return best.delimiter;
}
