import { expect, test } from 'vitest';
import { withSection } from './measurements-note.ts';

test('a new section is put at the end, a known one is replaced in its place', () => {
  const first = withSection('# Measurements\n\nHow.\n', 'Engine', 'old\n');
  const both = withSection(first, 'Browser', 'frames');
  expect(withSection(both, 'Engine', 'new')).toBe(
    '# Measurements\n\nHow.\n\n## Engine\n\nnew\n\n## Browser\n\nframes\n',
  );
});
