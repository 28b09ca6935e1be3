/** The card of processes shows a row for each, marks what needs attention, and says why there is no list. */
import type { ClusterProcess, ProcessFindings } from '@undertow/contracts';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { ProcessesCard, type ProcessesCardProps } from './processes-card.tsx';

const NOW = Date.UTC(2026, 10, 20, 17);
const MARKET: ClusterProcess = {
  ...{ id: '0b7d3f1e-52c4', roles: ['market'], pid: 812, version: '1.9.0', address: '10.0.4.11:8090' },
  ...{ instruments: ['ES', 'NQ'], jobs: [], sockets: 0, lagMs: null, cpuShare: 0.38, residentBytes: 2.14e8 },
  startedAt: '2026-11-20T16:38:00.000Z',
};
const WEB: ClusterProcess = {
  ...{ id: 'c41a9e60-7b1f', roles: ['web'], pid: 907, version: '1.8.4', address: '10.0.4.22:8080' },
  ...{ instruments: [], jobs: [], sockets: 38, lagMs: 2400, cpuShare: 0.12, residentBytes: 1.66e8 },
  startedAt: '2026-11-08T16:00:00.000Z',
};
const FINDINGS: ProcessFindings = {
  ...{ twiceOwned: [], unowned: [], changing: [], upgrade: null, behind: [] },
};

function markupOf(facts: Partial<ProcessesCardProps['facts']>): string {
  const all = { processes: [MARKET, WEB], processesFault: null, processFindings: FINDINGS, ...facts };
  return renderToStaticMarkup(createElement(ProcessesCard, { facts: all, nowMs: NOW }));
}

/** The texts of the card, one an element. */
const textsOf = (facts: Partial<ProcessesCardProps['facts']>): string[] =>
  markupOf(facts)
    .split(/<[^>]*>/)
    .filter((text) => text.trim() !== '');

test('every process is a row with its role, address, load and figures', () => {
  const texts = textsOf({});
  expect(texts.slice(0, 3)).toEqual(['Processes', '2 in 2 roles', 'Every lease has one owner']);
  expect(texts.slice(-20)).toEqual([
    ...['market', '0b7d3f1e', '10.0.4.11:8090', 'pid 812', '1.9.0', '2 instruments: ES NQ'],
    ...['–', '38%', '214.0 MB', '22 min'],
    ...['web', 'c41a9e60', '10.0.4.22:8080', 'pid 907', '1.8.4', '38 sockets'],
    ...['2.4 s', '12%', '166.0 MB', '12 d'],
  ]);
});

test('an older version and a lag are marked in words too, and the upgrade has its progress', () => {
  const findings = { ...FINDINGS, upgrade: { version: '1.9.0', done: 1, of: 2 }, behind: [WEB.id] };
  const texts = textsOf({ processFindings: findings });
  expect(texts).toEqual(expect.arrayContaining([' older', ' behind the market', 'Upgrade to 1.9.0: 1 of 2']));
  expect(texts.filter((text) => text === ' older')).toHaveLength(1);
  expect(markupOf({ processFindings: findings })).toContain('<progress value="1" max="2"');
});

test('leases without exactly one owner are sentences above the rows', () => {
  const twiceOwned = [{ name: 'ES', owners: [MARKET.id, WEB.id] }];
  const texts = textsOf({ processFindings: { ...FINDINGS, twiceOwned, unowned: ['GC'] } });
  expect(texts).toEqual(
    expect.arrayContaining([
      '2 leases without exactly one owner',
      'ES has 2 owners: 0b7d3f1e (10.0.4.11:8090) and c41a9e60 (10.0.4.22:8080).',
      'No process owns GC: its market data is not published.',
    ]),
  );
});

test('while NATS is away the card has the reason, and no row', () => {
  const texts = textsOf({ processes: null, processFindings: null, processesFault: 'NATS is away' });
  expect(texts[0]).toBe('Processes');
  expect(texts[1]).toMatch(/^NATS is away, so/);
});

test('a cluster of which nobody announces itself says so, and claims nothing of leases', () => {
  expect(textsOf({ processes: [] }).slice(0, 3)).toEqual(['Processes', 'none', 'No process is listed']);
});

test('of a process on its own there is no card', () => {
  expect(markupOf({ processes: null, processFindings: null })).toBe('');
});
