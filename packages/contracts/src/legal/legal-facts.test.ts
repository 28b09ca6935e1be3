/** What the legal texts state of plans, periods and versions is what the product does, and their markup is whole. */
import { describe, expect, test } from 'vitest';
import { CONSENT_KINDS } from '#account/registration.ts';
import * as terms from '#plans/legal-terms.ts';
import { PLANS, TIER_RULES, TRIAL_DAYS } from '#plans/plans.ts';
import { COMMITMENTS, COMPLIANCE_FRAMEWORK, COMPLIANCE_VERSION } from './compliance-framework.ts';
import { IMMEDIATE_SUPPLY, IMMEDIATE_SUPPLY_NOTICE, IMMEDIATE_SUPPLY_STATEMENT } from './immediate-supply.ts';
import {
  type LegalBlock,
  type LegalDocument,
  type LegalSection,
  list,
  note,
  section,
  table,
  text,
} from './legal-document.ts';
import { LEGAL_HISTORY, LEGAL_VERSIONS, type LegalTextName, legalVersionOf } from './legal-versions.ts';
import { MARKET_DATA_TERMS } from './market-data-terms.ts';
import { BROWSER_STORAGE, PERSONAL_DATA_RECORD } from './personal-data-record.ts';
import { PRIVACY_POLICY } from './privacy-policy.ts';
import { RISK_WARNING } from './risk-warning.ts';
import { CANCELLATION_TERMS, PLAN_TERMS } from './subscription-terms.ts';
import { TERMS_OF_SERVICE } from './terms-of-service.ts';
import { TRADING_DISCLAIMER } from './trading-disclaimer.ts';

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
      return block.steps.map((step) => `${step.at}: ${step.text}`);
    case 'operator':
      return [];
  }
}

const wordsIn = ({ blocks }: LegalSection): string => blocks.flatMap((block) => wordsOf(block)).join('\n');
const documents: readonly LegalDocument[] = [TERMS_OF_SERVICE, PRIVACY_POLICY, COMPLIANCE_FRAMEWORK];
const sectionOf = ({ sections }: LegalDocument, id: string): LegalSection => {
  const found = sections.find((one) => one.id === id);
  if (found === undefined) throw new Error(`there is no section ${id}`);
  return found;
};

describe.each(documents.map((document) => [document.title, document] as const))('%s', (_, document) => {
  const paragraphs = document.sections.flatMap(({ blocks }) => blocks.flatMap((block) => wordsOf(block)));

  test('has no placeholder left, and no bracket but those of links', () => {
    for (const paragraph of paragraphs) {
      expect(paragraph).not.toMatch(/\$\{|\{\{|<[A-Za-z/]|XX|\?\?|\[object|Infinity|-1\b/);
      expect(paragraph.replace(/\[[^[\]]+\]\((support:|\/[a-z#-]+)\)/g, '')).not.toMatch(/[[\]]/);
    }
  });

  test('opens and closes every emphasis, quotation and parenthesis', () => {
    for (const paragraph of paragraphs) {
      const count = (mark: string): number => paragraph.split(mark).length - 1;
      expect([paragraph, count('**') % 2]).toEqual([paragraph, 0]);
      expect([paragraph, count('“'), count('(')]).toEqual([paragraph, count('”'), count(')')]);
    }
  });

  test('has tables whose rows have a cell for each heading', () => {
    for (const block of document.sections.flatMap(({ blocks }) => blocks)) {
      if (block.kind !== 'table') continue;
      expect(block.rows.length).toBeGreaterThan(0);
      for (const row of block.rows) expect(row).toHaveLength(block.head.length);
    }
  });

  test('has sections with an anchor, a title and words, and paragraphs that are said once', () => {
    for (const one of document.sections) {
      expect(one.id).toMatch(/^[a-z]+(-[a-z]+)*$/);
      expect(one.blocks.length).toBeGreaterThan(0);
      expect(wordsIn(one).length).toBeGreaterThan(50);
    }
    const long = paragraphs.filter((paragraph) => paragraph.length > 80);
    expect(new Set(long).size).toBe(long.length);
  });

  test('says what counsel must check', () => {
    expect(document.counsel.length).toBeGreaterThan(0);
    expect(new Set(document.counsel).size).toBe(document.counsel.length);
  });
});

test('terms and privacy policy number their sections in order', () => {
  for (const { sections } of [TERMS_OF_SERVICE, PRIVACY_POLICY])
    for (const [index, { title }] of sections.entries())
      expect(title).toMatch(new RegExp(`^${index + 1}\\. [A-Z]`));
});

test('the terms hold every text that is agreed to with them, word for word', () => {
  for (const one of [TRADING_DISCLAIMER, RISK_WARNING, PLAN_TERMS, CANCELLATION_TERMS, MARKET_DATA_TERMS])
    expect(sectionOf(TERMS_OF_SERVICE, one.id).blocks).toEqual(one.blocks);
  // “The section on changes applies”
  expect(sectionOf(TERMS_OF_SERVICE, 'changes').title).toContain('Changes');
});

test('who operates the service is named where the contract and the responsibility are stated', () => {
  for (const [document, id] of [
    [TERMS_OF_SERVICE, 'terms'],
    [PRIVACY_POLICY, 'controller'],
  ] as const)
    expect(sectionOf(document, id).blocks[0]).toEqual({ kind: 'operator' });
});

describe('the terms of plans', () => {
  test('have the table of the plans as they are sold', () => {
    expect(PLAN_TERMS.blocks[0]).toEqual({
      kind: 'table',
      head: ['Plan', 'A month, VAT included', 'Data', 'Analysed live', 'Watchlist'],
      rows: [
        ['**Basic**', '£50', 'Delayed 15 minutes', '1', '5'],
        ['**Pro**', '£99', 'Real-time', '3', '15'],
        ['**Elite**', '£199', 'Real-time', 'Unlimited', 'Unlimited'],
      ],
    });
    expect(PLANS.map(({ pricePence }) => pricePence % 100)).toEqual([0, 0, 0]);
  });

  test.each([
    ['the trial', `one free trial of ${TRIAL_DAYS} days`, PLAN_TERMS],
    ['the grace period', `stays for ${terms.GRACE_DAYS} days while the payment is tried again`, PLAN_TERMS],
    ['the notice of prices', `at least ${terms.NOTICE_DAYS} days before they apply`, PLAN_TERMS],
    [
      'the cooling-off',
      `within ${terms.COOLING_OFF_DAYS} days of the day on which the contract was made`,
      CANCELLATION_TERMS,
    ],
    [
      'the cooling-off of a first charge',
      `for ${terms.COOLING_OFF_DAYS} days from the first charge`,
      CANCELLATION_TERMS,
    ],
    ['the words of checkout', IMMEDIATE_SUPPLY_STATEMENT, CANCELLATION_TERMS],
    ['devices of Basic', `${TIER_RULES.basic.liveDevices} with Basic`, MARKET_DATA_TERMS],
    ['devices of Pro', `${TIER_RULES.pro.liveDevices} with Pro`, MARKET_DATA_TERMS],
    ['devices of Elite', `${TIER_RULES.elite.liveDevices} with Elite`, MARKET_DATA_TERMS],
    ['the delay of Basic', `the market of ${TIER_RULES.basic.delaySeconds / 60} minutes ago`, RISK_WARNING],
  ])('state %s as %j', (_, words, where) => {
    expect(wordsIn(where)).toContain(words);
  });

  test.each([
    ['terms', 'terms', `${terms.MINIMUM_AGE} or older`],
    ['terms', 'liability', `the fees you paid in the ${terms.LIABILITY_MONTHS} months before`],
    ['terms', 'changes', `at least ${terms.NOTICE_DAYS} days before they apply`],
    ['terms', 'availability', `at least ${terms.NOTICE_DAYS} days ahead`],
    ['privacy', 'rights', `within ${terms.DATA_REQUEST_DAYS} days`],
    ['privacy', 'rights', `For ${terms.ERASURE_UNDO_DAYS} days you can undo it`],
    ['privacy', 'security', `within ${terms.BREACH_NOTICE_HOURS} hours`],
    ['privacy', 'more', `people of ${terms.MINIMUM_AGE} and older`],
    ['compliance', 'records', `for ${terms.RECORD_YEARS} years`],
    ['compliance', 'breach', `The ${terms.BREACH_NOTICE_HOURS} hours run`],
    ['compliance', 'data-protection', `Erasure has a ${terms.ERASURE_UNDO_DAYS}-day undo`],
    ['compliance', 'recovery', `within ${terms.RECOVERY_TIME_HOURS} hours`],
    ['compliance', 'market-data', `as it was ${TIER_RULES.basic.delaySeconds / 60} minutes ago`],
  ] as const)('of %s, section %s, state %j', (name, id, words) => {
    const document = { terms: TERMS_OF_SERVICE, privacy: PRIVACY_POLICY, compliance: COMPLIANCE_FRAMEWORK }[
      name
    ];
    expect(wordsIn(sectionOf(document, id))).toContain(words);
  });

  test('ask at checkout for what is agreed to, and take no right by it', () => {
    expect(wordsIn(IMMEDIATE_SUPPLY)).toBe(`${IMMEDIATE_SUPPLY_STATEMENT}\n${IMMEDIATE_SUPPLY_NOTICE}`);
    expect(IMMEDIATE_SUPPLY_STATEMENT).toContain(
      `before the ${terms.COOLING_OFF_DAYS} days for cancelling are over`,
    );
    expect(IMMEDIATE_SUPPLY_NOTICE).toContain(`within ${terms.COOLING_OFF_DAYS} days`);
  });
});

describe('the versions', () => {
  const names = Object.keys(LEGAL_VERSIONS) as LegalTextName[];

  test.each(names)('of %s follow each other, and the one in force is the newest', (name) => {
    const before = LEGAL_HISTORY.filter(({ text: of }) => of === name);
    const all = [...before, { text: name, ...LEGAL_VERSIONS[name] }];
    const versions = all.map(({ version }) => version);
    expect(versions).toEqual(versions.toSorted());
    expect(new Set(all.map(({ textHash }) => textHash)).size).toBe(all.length);
    const days = all.map(({ effectiveFrom }) => effectiveFrom);
    expect(days).toEqual(days.toSorted());
    for (const { textHash } of all) expect(textHash).toMatch(/^[0-9a-f]{64}$/);
  });

  test('are of a day and a number, the day that of their effect', () => {
    for (const { version, effectiveFrom } of [
      ...LEGAL_HISTORY,
      ...Object.values(LEGAL_VERSIONS),
      COMPLIANCE_VERSION,
    ])
      expect([version, version.slice(0, 10)]).toEqual([version, effectiveFrom]);
  });

  test('are found by the kind of a consent, each kind its own text', () => {
    expect(legalVersionOf('terms')).toBe(LEGAL_VERSIONS.terms);
    expect(legalVersionOf('privacy')).toBe(LEGAL_VERSIONS.privacy);
    expect(legalVersionOf('disclaimer')).toBe(LEGAL_VERSIONS.disclaimer);
    expect(legalVersionOf('risk_warning')).toBe(LEGAL_VERSIONS.riskWarning);
    expect(legalVersionOf('immediate_supply')).toBe(LEGAL_VERSIONS.immediateSupply);
    expect(new Set(CONSENT_KINDS.map((kind) => legalVersionOf(kind))).size).toBe(names.length);
  });
});

describe('the record of personal data', () => {
  test('names each table once, and every row says what, why, how long and who', () => {
    const tables = PERSONAL_DATA_RECORD.flatMap((row) => row.tables);
    expect(new Set(tables).size).toBe(tables.length);
    for (const name of tables) expect(name).toMatch(/^[a-z]+(_[a-z]+)*$/);
    for (const { data, purpose, kept, recipients } of PERSONAL_DATA_RECORD)
      for (const words of [data, purpose, kept, recipients]) expect(words).toMatch(/^[A-Z0-9][^\n]+[^.]$/);
  });

  test('is printed whole by the privacy policy, as is what a browser stores', () => {
    const printed = wordsIn(sectionOf(PRIVACY_POLICY, 'data'));
    for (const { data, purpose, kept } of PERSONAL_DATA_RECORD)
      for (const words of [data, purpose, kept]) expect(printed).toContain(words);
    const cookies = wordsIn(sectionOf(PRIVACY_POLICY, 'cookies'));
    for (const { name, purpose, kept } of BROWSER_STORAGE)
      for (const words of [name, purpose, kept]) expect(cookies).toContain(words);
    expect(new Set(BROWSER_STORAGE.map(({ name }) => name)).size).toBe(BROWSER_STORAGE.length);
  });

  test('keeps invoices and audit rows for the years of the law, and a log for its days', () => {
    const keptOf = (name: string) => PERSONAL_DATA_RECORD.find((row) => row.tables.includes(name))?.kept;
    for (const name of ['invoices', 'consents', 'audit_log', 'data_usage'])
      expect([name, keptOf(name)]).toEqual([name, expect.stringContaining(`${terms.RECORD_YEARS} years`)]);
    expect(keptOf('broker_connection_log')).toContain(`recent activity ${terms.CONNECTION_LOG_DAYS} days`);
    expect(keptOf('erasures')).toBe(`${terms.ERASURE_UNDO_DAYS} days`);
  });
});

test('a commitment says whether it was tried: only what is built has evidence of the product', () => {
  expect(COMMITMENTS.map(({ what, state }) => `${what}: ${state}`)).toEqual([
    ...['Record keeping: built', 'Data-subject requests: built', 'Breach notification: objective'],
    ...['Recovery time objective: objective', 'Recovery point objective: objective'],
    ...['Accessibility: built', 'Independent audit: planned'],
  ]);
  for (const { target, evidence } of COMMITMENTS)
    for (const words of [target, evidence]) expect(words).not.toBe('');
  expect(COMMITMENTS.filter(({ evidence }) => evidence === 'newest-drill').map(({ what }) => what)).toEqual([
    'Recovery time objective',
  ]);
});

test('a section is made of its blocks in their order', () => {
  const made = section('a', 'A', text('one'), list('x', 'y'), note('warn', 'care'), table(['h'], ['r']));
  expect(made).toEqual({
    id: 'a',
    title: 'A',
    blocks: [
      { kind: 'text', text: 'one' },
      { kind: 'list', items: ['x', 'y'] },
      { kind: 'note', tone: 'warn', text: 'care' },
      { kind: 'table', head: ['h'], rows: [['r']] },
    ],
  });
});
