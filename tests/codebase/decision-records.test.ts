/** Every decision record has its context, decision, alternatives, revision criteria and consequences. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const FOLDER = fileURLToPath(new URL('../../docs/decisions/', import.meta.url));
const SECTIONS = ['Context', 'Decision', 'Alternatives considered', 'What would change it', 'Consequences'];
const MIN_ALTERNATIVES = 2;

const records = readdirSync(FOLDER).sort();

interface Section {
  readonly name: string;
  readonly body: string;
}

/** Parts of one section (`Decision: switches`, `Decision: audit log`) are joined under its name. */
function sectionsOf(record: string): readonly Section[] {
  const text = readFileSync(join(FOLDER, record), 'utf8');
  const sections = new Map<string, string>();
  for (const part of text.split(/^## /m).slice(1)) {
    const [heading = '', ...lines] = part.split('\n');
    const name = heading.replace(/: .*$/, '');
    sections.set(name, (sections.get(name) ?? '') + lines.join('\n').trim());
  }
  return [...sections].map(([name, body]) => ({ name, body }));
}

test('records are numbered without a repetition and named in kebab-case', () => {
  expect(records.filter((record) => !/^\d{4}(-[a-z0-9]+)+\.md$/.test(record))).toEqual([]);
  expect(new Set(records.map((record) => record.slice(0, 4))).size).toBe(records.length);
});

test.each(records)('%s has the five sections in their order, none of them empty', (record) => {
  const sections = sectionsOf(record).filter(({ name }) => SECTIONS.includes(name));
  expect(sections.map(({ name }) => name)).toEqual(SECTIONS);
  expect(sections.filter(({ body }) => body === '')).toEqual([]);
});

test.each(records.slice(1))('%s weighs at least two alternatives', (record) => {
  const alternatives = sectionsOf(record).find(({ name }) => name === 'Alternatives considered');
  expect(alternatives?.body.match(/^- /gm)?.length ?? 0).toBeGreaterThanOrEqual(MIN_ALTERNATIVES);
});

test.each(records.slice(1))('%s begins with its number, a date and a status', (record) => {
  const text = readFileSync(join(FOLDER, record), 'utf8');
  expect(text).toMatch(new RegExp(`^# ${record.slice(0, 4)} \\S`));
  expect(text).toMatch(
    /\n\nDate: \d{4}-\d{2}-\d{2} · Status: (?:proposed|accepted|superseded by \d{4})\n\n## Context\n/,
  );
});
