/** The PDF is valid: every offset it contains is correct. */
import { expect, test } from 'vitest';
import { pdfPage } from './pdf-page.ts';

const TEXTS = [
  { text: 'Naïve (£1) \\ back', x: 56, y: 40, size: 10 },
  { text: '−£12.34', x: 539, y: 60, size: 10, right: true },
  { text: 'Łódź 漢 – €5', x: 56, y: 80, size: 10, bold: true },
];
const file = pdfPage('A (title)', TEXTS, [{ y: 50, from: 56, to: 539 }]);
const text = file.toString('latin1');

test('the cross-reference table points at each object, and the end at the table', () => {
  const start = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(text)?.[1]);
  expect(text.slice(start, start + 4)).toBe('xref');
  const [, count = ''] = /xref\n0 (\d+)\n/.exec(text.slice(start)) ?? [];
  const places = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, place]) => Number(place));
  expect(places).toHaveLength(Number(count) - 1);
  places.forEach((place, at) => {
    expect(text.slice(place)).toMatch(new RegExp(`^${at + 1} 0 obj\n`));
  });
});

test('the length of the content is its length', () => {
  const [, length = '', content = ''] =
    /<< \/Length (\d+) >>\nstream\n([\s\S]*?)\nendstream/.exec(text) ?? [];
  expect(content.length).toBe(Number(length));
});

test('signs of the syntax are escaped, letters beyond the encoding become question marks', () => {
  expect(text).toContain('(Na\u00efve \\(\u00a31\\) \\\\ back)');
  expect(text).toContain('(-\u00a312.34)');
  expect(text).toContain('(?\u00f3d? ? \u0096 \u00805)');
  expect(text).toContain('/Title (A \\(title\\))');
});

test('right-aligned text ends at its place', () => {
  const [, left = ''] = / ([\d.]+) 782\.00 Td \(-/.exec(text) ?? [];
  // Helvetica: minus 333, pound and four digits 556, point 278 thousandths of 10 points
  expect(Number(left)).toBeCloseTo(539 - (333 + 5 * 556 + 278) / 100, 1);
});
