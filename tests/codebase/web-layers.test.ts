/** The layers of the web application: what the table of its folders must never allow. */
import { expect, test } from 'vitest';
import { readWalls } from './folder-walls.ts';

const FOLDERS = readWalls().find(({ workspace }) => workspace === 'apps/web')?.folders ?? {};

/** Each layer, and the layers that its folders may import. A feature may import its own area too. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  lib: ['lib'],
  api: ['api', 'lib'],
  live: ['live', 'lib'],
  ui: ['ui', 'lib'],
  chart: ['chart', 'lib'],
  'flow-panes': ['flow-panes', 'chart', 'lib'],
  features: ['ui', 'flow-panes', 'chart', 'live', 'api', 'lib'],
  // Composes features in panes, as a page does, and belongs to several pages
  workspace: ['workspace', 'features', 'flow-panes', 'ui', 'chart', 'live', 'api', 'lib'],
  pages: ['workspace', 'features', 'ui', 'api', 'live', 'lib'],
  app: ['pages', 'workspace', 'features', 'ui', 'api', 'live', 'lib'],
};

const layerOf = (folder: string): string => folder.split('/')[0] ?? '';
const areaOf = (folder: string): string => folder.split('/').slice(0, 2).join('/');

test('a folder imports folders of the layers below its own, a feature no other feature, a page no other page', () => {
  const entries = Object.entries(FOLDERS).filter(([folder]) => LAYERS[layerOf(folder)] !== undefined);
  expect(entries.length).toBeGreaterThan(50);
  const wrong = entries.flatMap(([folder, { may }]) =>
    may
      .filter((other) => !LAYERS[layerOf(folder)]?.includes(layerOf(other)))
      .filter((other) => layerOf(folder) !== 'features' || areaOf(folder) !== areaOf(other))
      .map((other) => `${folder} may import ${other}`),
  );
  expect(wrong).toEqual([]);
});

test('neither the chart nor the panes of order flow import React, and the controls no domain', () => {
  const lacking = (layer: string, banned: string): readonly string[] =>
    Object.entries(FOLDERS)
      .filter(([folder, { never = [] }]) => layerOf(folder) === layer && !never.includes(banned))
      .map(([folder]) => folder);
  expect(lacking('chart', 'react')).toEqual([]);
  expect(lacking('flow-panes', 'react')).toEqual([]);
  expect(lacking('ui', '@undertow/**')).toEqual([]);
});
