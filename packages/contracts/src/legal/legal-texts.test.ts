/** The words that people agree to are the words of the version they agree to. */
import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { CONSENT_KINDS } from '#account/registration.ts';
import { COMPLIANCE_FRAMEWORK } from './compliance-framework.ts';
import { IMMEDIATE_SUPPLY } from './immediate-supply.ts';
import type { LegalBlock, LegalDocument, LegalSection } from './legal-document.ts';
import { LEGAL_HISTORY, LEGAL_VERSIONS, type LegalTextName, legalVersionOf } from './legal-versions.ts';
import { PRIVACY_POLICY } from './privacy-policy.ts';
import { RISK_WARNING } from './risk-warning.ts';
import { TERMS_OF_SERVICE } from './terms-of-service.ts';
import { TRADING_DISCLAIMER } from './trading-disclaimer.ts';

/** The texts that can be agreed to, by name. */
const LEGAL_TEXTS: Readonly<Record<LegalTextName, LegalDocument | LegalSection>> = {
  terms: TERMS_OF_SERVICE,
  privacy: PRIVACY_POLICY,
  disclaimer: TRADING_DISCLAIMER,
  riskWarning: RISK_WARNING,
  immediateSupply: IMMEDIATE_SUPPLY,
};

const names = Object.keys(LEGAL_VERSIONS) as LegalTextName[];
const hashOf = (name: LegalTextName): string =>
  createHash('sha256').update(JSON.stringify(LEGAL_TEXTS[name])).digest('hex');

test.each(names)(
  '%s reads as it was published under its version: a change of it is a new version',
  (name) => {
    expect({ name, ...LEGAL_VERSIONS[name] }).toMatchObject({ name, textHash: hashOf(name) });
  },
);

test('no version of a text is used twice for other words', () => {
  const all = [...LEGAL_HISTORY, ...names.map((text) => ({ text, ...LEGAL_VERSIONS[text] }))];
  expect(new Set(all.map(({ text, version }) => `${text} ${version}`)).size).toBe(all.length);
  for (const { version, effectiveFrom } of all) {
    expect(version).toMatch(/^\d{4}-\d{2}-\d{2}\.\d+$/);
    expect(effectiveFrom).toMatch(/^\d{4}-\d{2}-\d{2}$/);
    expect(effectiveFrom >= version.slice(0, 10)).toBe(true);
  }
});

test('every kind of consent is about a text', () => {
  for (const kind of CONSENT_KINDS) expect(legalVersionOf(kind).textHash).toMatch(/^[0-9a-f]{64}$/);
});

const documents: readonly LegalDocument[] = [TERMS_OF_SERVICE, PRIVACY_POLICY, COMPLIANCE_FRAMEWORK];

function wordsOf(block: LegalBlock): readonly string[] {
  switch (block.kind) {
    case 'text':
    case 'note':
      return [block.text];
    case 'list':
      return block.items;
    case 'table':
      return [block.head, ...block.rows].flat();
    case 'steps':
      return block.steps.flatMap(({ at, text }) => [at, text]);
    case 'operator':
      return [];
  }
}

const allWords = documents.map(({ title, lead, summary, counsel, sections }) => ({
  title,
  words: [
    lead,
    summary,
    ...counsel,
    ...sections.flatMap((one) => [one.title, ...one.blocks.flatMap((block) => wordsOf(block))]),
  ],
}));

test.each(allWords)('$title has no gaps, no exclamation marks and no hype', ({ words }) => {
  expect(words.join('\n')).not.toMatch(
    /!|\bundefined\b|\bnull\b|\bNaN\b|TODO|lorem|unlock|powerful|revolutionary|guaranteed profit/i,
  );
  expect(words.filter((one) => one.trim() === '')).toEqual([]);
});

test.each(documents.map((document) => [document.title, document] as const))(
  'links within %s lead to a page and to a section that is there',
  (_, document) => {
    const pages = {
      '/terms': TERMS_OF_SERVICE,
      '/privacy': PRIVACY_POLICY,
      '/compliance': COMPLIANCE_FRAMEWORK,
    };
    const anchors = new Map(
      Object.entries(pages).map(([path, { sections }]) => [path, sections.map(({ id }) => id)]),
    );
    const words = document.sections
      .flatMap(({ blocks }) => blocks.flatMap((block) => wordsOf(block)))
      .join('\n');
    for (const [, target = ''] of words.matchAll(/\]\(([^)]*)\)/g)) {
      if (target === 'support:' || target === '/pricing' || target === '/notices') continue;
      const [path = '', anchor] = target.split('#');
      expect([...anchors.keys()], target).toContain(path);
      if (anchor !== undefined) expect(anchors.get(path), target).toContain(anchor);
    }
  },
);

test('sections of a document have anchors of their own', () => {
  for (const { sections } of documents) {
    expect(new Set(sections.map(({ id }) => id)).size).toBe(sections.length);
  }
});
