/** The figures of the previous release as a column of the current tables. */

const HEADER = ['What', 'Goal', 'Reached', 'Met'];
const RULE = /^\|(-+\|)+$/;

const cellsOf = (line: string): readonly string[] =>
  line.startsWith('| ')
    ? line
        .slice(1, -1)
        .split('|')
        .map((cell) => cell.trim())
    : [];

const isHeader = (cells: readonly string[]): boolean => cells.join() === HEADER.join();
const rowOf = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

/** The lines of a section of a note. */
function sectionOf(note: string, title: string): readonly string[] {
  const [, ...sections] = `\n${note}`.split('\n## ');
  const found = sections.find((section) => section.startsWith(`${title}\n`));
  return found?.split('\n') ?? [];
}

/** The release that the first line of its note names. */
function nameOf(note: string): string {
  const name = /^# Measurements of release (\S+)$/m.exec(note)?.[1];
  if (name === undefined) throw new Error('expected a note that begins with “# Measurements of release …”');
  return name;
}

/**
 * The body of a section with a column of what the release reached in the rows of the same name, after the goals. Tables
 * without goals stay as they are, and so do all where the release has none of the rows.
 */
export function withRelease(release: string, title: string, body: string): string {
  const reached = new Map(
    sectionOf(release, title)
      .map(cellsOf)
      .filter((cells) => cells.length === HEADER.length && !isHeader(cells))
      .map(([what = '', , figure = '']) => [what, figure]),
  );
  let isTable = false;
  const lines = body.split('\n').map((line) => {
    const cells = cellsOf(line);
    isTable = isHeader(cells) || (isTable && line.startsWith('|'));
    if (!isTable) return line;
    if (RULE.test(line)) return `${line}---|`;
    const [what = '', goal = '', ...rest] = cells;
    return rowOf([what, goal, isHeader(cells) ? nameOf(release) : (reached.get(what) ?? ''), ...rest]);
  });
  return reached.size === 0 ? body : lines.join('\n');
}
