/** Marks of legal texts become parts; everything else stays words. */
import { COMPLIANCE_FRAMEWORK, PRIVACY_POLICY, TERMS_OF_SERVICE } from '@undertow/contracts';
import { expect, test } from 'vitest';
import { parseInline } from './parse-inline.ts';

test('bold words and links are found between plain words', () => {
  expect(parseInline('You are **18 or older**, see [the terms](/terms#risk).')).toEqual([
    { kind: 'plain', text: 'You are ' },
    { kind: 'bold', text: '18 or older' },
    { kind: 'plain', text: ', see ' },
    { kind: 'link', text: 'the terms', href: '/terms#risk' },
    { kind: 'plain', text: '.' },
  ]);
});

test('marks that are not closed stay words', () => {
  expect(parseInline('**half [a](b')).toEqual([{ kind: 'plain', text: '**half [a](b' }]);
});

test.each(['', '*', '****', '**a**b**', '[a](b)[c](d)', '[](x)', '[a]()', 'a ** b ** c', '[a [b](c)'])(
  'no character of %j is lost',
  (text) => {
    const kept = parseInline(text).map((part) => {
      if (part.kind === 'plain') return part.text;
      return part.kind === 'bold' ? `**${part.text}**` : `[${part.text}](${part.href})`;
    });
    expect(kept.join('')).toBe(text);
  },
);

test('no mark of the texts themselves is left over', () => {
  const words = JSON.stringify(
    [TERMS_OF_SERVICE, PRIVACY_POLICY, COMPLIANCE_FRAMEWORK].map((one) => one.sections),
  );
  const left = parseInline(words).filter((part) => part.kind === 'plain');
  expect(left.map(({ text }) => text).join('')).not.toMatch(/\*\*|\]\(/);
});
