/** docs/measurements.md: one section per topic, each replaced as a whole by its measurement. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { withRelease } from './release-column.ts';

const RELEASE = fileURLToPath(new URL('../../../../docs/measurements-of-release.md', import.meta.url));
const NOTE = fileURLToPath(new URL('../../../../docs/measurements.md', import.meta.url));
const HEAD =
  '# Measurements\n\nWhat was reached, how it was measured, and against what. Each section names its command; a column with the name of a release has what that one reached.\n';

/** Writes the section with this title, in place of the existing one or at the end, with the figures of the previous release. */
export function writeMeasurements(title: string, body: string): void {
  const note = existsSync(NOTE) ? readFileSync(NOTE, 'utf8') : HEAD;
  writeFileSync(NOTE, withSection(note, title, withRelease(readFileSync(RELEASE, 'utf8'), title, body)));
}

/** The note with the section replaced or appended. A section ends where the next heading of its rank begins. */
export function withSection(note: string, title: string, body: string): string {
  const section = `## ${title}\n\n${body.trim()}\n`;
  const start = note.indexOf(`## ${title}\n`);
  if (start < 0) {
    return `${note.trimEnd()}\n\n${section}`;
  }
  const next = note.indexOf('\n## ', start + 3);
  return next < 0
    ? `${note.slice(0, start)}${section}`
    : `${note.slice(0, start)}${section}${note.slice(next)}`;
}
