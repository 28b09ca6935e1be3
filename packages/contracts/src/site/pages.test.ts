/** The addresses of the product: each once, public ones with a title and a description that a search engine can show. */
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { PLANS, TRIAL_DAYS } from '#plans/plans.ts';
import { changed, faultsOf } from '#testing/schema-faults.ts';
import { orNull, TEXT } from '#testing/value-kinds.ts';
import { kindAt, optionalPaths } from '#testing/wire-values.ts';
import { companyFacts, getCompany } from './company.ts';
import {
  DEVELOPER_PATHS,
  PUBLIC_PAGES,
  publicPageAt,
  SIGNED_IN_FOLDERS,
  SIGNED_IN_PAGES,
  SIGNED_IN_PATHS,
} from './pages.ts';
import { DISCLAIMER, RISK_LINE } from './risk-line.ts';

describe('a public page', () => {
  test.each(PUBLIC_PAGES.map((page) => [page.path, page] as const))(
    '%s has a title and a description in plain sentences',
    (_, { title, description }) => {
      expect(title).toMatch(/^[A-Z][^.!]+$/);
      expect(title).not.toContain('Undertow');
      expect(title.length).toBeLessThanOrEqual(60);
      expect(description).toMatch(/^[A-Z].+\.$/);
      expect(description).not.toMatch(/undefined|NaN|null|\$\{|TODO|!| {2}/);
      expect(description.length).toBeLessThanOrEqual(220);
    },
  );

  test('has a title and a description of its own', () => {
    for (const field of ['path', 'title', 'description'] as const)
      expect([field, new Set(PUBLIC_PAGES.map((page) => page[field])).size]).toEqual([
        field,
        PUBLIC_PAGES.length,
      ]);
  });

  test('is found by its exact path', () => {
    for (const page of PUBLIC_PAGES) expect(publicPageAt(page.path)).toBe(page);
    for (const path of [
      '',
      '/Pricing',
      '/pricing/',
      '/pricing?a=1',
      'pricing',
      '/settings',
      '/admin',
      '/__proto__',
    ])
      expect([path, publicPageAt(path)]).toEqual([path, undefined]);
  });

  test('is not shown by search engines where it is of no use there: notices, a link of a mail, and the payment', () => {
    expect(PUBLIC_PAGES.filter(({ indexed }) => !indexed).map(({ path }) => path)).toEqual([
      ...['/notices', '/alert-mail/stop', '/subscribe'],
    ]);
  });

  test('of prices names the lowest one in whole pounds, and the length of the trial', () => {
    const lowest = PLANS.toSorted((one, other) => one.pricePence - other.pricePence)[0];
    expect(publicPageAt('/pricing')?.description).toContain(
      `from £${(lowest?.pricePence ?? 0) / 100}, VAT included`,
    );
    expect(publicPageAt('/pricing')?.description).toContain(`${TRIAL_DAYS}-day free trial`);
    expect(publicPageAt('/pricing')?.description).toContain('Three monthly plans');
    expect(PLANS).toHaveLength(3);
  });
});

describe('a path behind the sign-in', () => {
  test('is no public one, and there once', () => {
    const pages = [...PUBLIC_PAGES.map(({ path }) => path), ...SIGNED_IN_PATHS];
    expect(new Set(pages).size).toBe(pages.length);
    // A list has the path of its folder
    const folders = [...PUBLIC_PAGES.map(({ path }) => path), ...SIGNED_IN_FOLDERS];
    expect(new Set(folders).size).toBe(folders.length);
  });

  test('is every link of the navigation, every page of developers, and the administration', () => {
    for (const path of [...SIGNED_IN_PAGES.map((page) => page.path), ...DEVELOPER_PATHS, '/admin'])
      expect(SIGNED_IN_PATHS).toContain(path);
    expect(SIGNED_IN_PATHS).toHaveLength(SIGNED_IN_PAGES.length + DEVELOPER_PATHS.length + 1);
  });

  test('has a label and a mark of its own', () => {
    for (const field of ['label', 'icon'] as const) {
      const values = SIGNED_IN_PAGES.map((page) => page[field]);
      expect([field, new Set(values).size]).toEqual([field, values.length]);
    }
    for (const { label } of SIGNED_IN_PAGES) expect(label).toMatch(/^[A-Z][A-Za-z ]+$/);
  });
});

test('every path is one that a browser leaves as it is', () => {
  for (const path of [...PUBLIC_PAGES.map((page) => page.path), ...SIGNED_IN_PATHS, ...SIGNED_IN_FOLDERS]) {
    expect(new URL(path, 'https://undertow.example').pathname).toBe(path);
    expect(path).toMatch(/^\/([a-z-]+(\/[a-z-]+)*)?$/);
  }
});

describe('the company', () => {
  const FACTS = {
    name: 'Undertow Ltd',
    number: '01234567',
    address: '1 Dock Street, London',
    vatNumber: 'GB123456789',
    icoNumber: 'ZA123456',
    supportEmail: 'support@example.com',
  };

  test('may be unknown but for the address of its support', () => {
    for (const field of Object.keys(FACTS).slice(0, -1))
      expect([field, kindAt(companyFacts, FACTS, field, orNull(TEXT))]).toEqual([field, orNull(TEXT)]);
    expect(kindAt(companyFacts, FACTS, 'supportEmail', TEXT)).toEqual(TEXT);
    expect(optionalPaths(companyFacts, FACTS)).toEqual([]);
    const nothing = Object.fromEntries(Object.keys(FACTS).map((field) => [field, null]));
    expect(companyFacts.parse({ ...nothing, supportEmail: 'a@b.co' })).toEqual({
      ...nothing,
      supportEmail: 'a@b.co',
    });
  });

  test('has numbers as text: leading zeros stay', () => {
    expect(companyFacts.parse(FACTS).number).toBe('01234567');
    expect(faultsOf(companyFacts, changed(FACTS, 'number', 1_234_567))).toEqual(['number']);
  });

  test('is public, also for an administrator who views as a user', () => {
    expect([getCompany.access, getCompany.viewable]).toEqual(['public', true]);
  });
});

test('the notice of risk says that more than the deposit can be lost, and promises nothing', () => {
  expect(RISK_LINE).toContain('can lose more than the money you deposit');
  expect(RISK_LINE).toContain('do not promise a result');
  expect(DISCLAIMER).toBe('Analysis tool only. No investment advice.');
  expect(publicPageAt('/')?.description).toContain('no investment advice');
});

test('the risk notice is alone in its file, which public pages load', () => {
  const source = readFileSync(new URL('./risk-line.ts', import.meta.url), 'utf8');
  expect(source).not.toContain('import ');
});
