import { expect, test } from 'vitest';
import { withRelease } from './release-column.ts';

const RELEASE = `# Measurements of release 0.2.0

## Engine

| What | Goal | Reached | Met |
|---|---|---|---|
| Book | ≥ 0.28× | 0.30× | yes |
| Gone | < 1 s | 2 s | no |

## Server

| What | Goal | Reached | Met |
|---|---|---|---|
| Book | none | of another section | no |
`;
const BODY = `Five rounds.

| What | Goal | Reached | Met |
|---|---|---|---|
| Book | ≥ 0.38× | 0.33× | no |
| New | < 1 | 0.5 | yes |

| Minute | MB |
|---|---|
| Book | 7 |`;

test('rows of the same name and section show what the release reached, others an empty cell', () => {
  expect(withRelease(RELEASE, 'Engine', BODY)).toBe(`Five rounds.

| What | Goal | 0.2.0 | Reached | Met |
|---|---|---|---|---|
| Book | ≥ 0.38× | 0.30× | 0.33× | no |
| New | < 1 |  | 0.5 | yes |

| Minute | MB |
|---|---|
| Book | 7 |`);
});

test('a section that the release did not measure has no column', () => {
  expect(withRelease(RELEASE, 'Tapes', BODY)).toBe(BODY);
});

test('a table that has the column stays as it is', () => {
  const once = withRelease(RELEASE, 'Engine', BODY);
  expect(withRelease(RELEASE, 'Engine', once)).toBe(once);
});

test('a note that names no release is refused', () => {
  expect(() => withRelease(RELEASE.replace(/^#.*\n/, ''), 'Engine', BODY)).toThrow(
    'expected a note that begins with “# Measurements of release …”',
  );
});
