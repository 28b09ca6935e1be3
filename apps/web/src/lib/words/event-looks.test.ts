/** Every event type has its colours in every palette. */
import { readFileSync } from 'node:fs';
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { expect, test } from 'vitest';
import { EVENT_LOOKS } from './event-looks.ts';

const TOKENS = readFileSync(new URL('../../styles/tokens.css', import.meta.url), 'utf8');
/** Light and dark, each also for colour-blind readers. */
const PALETTES = 4;

test.each(FLOW_EVENT_TYPES)('%s has a colour and one for its letter in all four palettes', (type) => {
  const { colour, letterColour } = EVENT_LOOKS[type];
  for (const token of [colour, letterColour])
    expect([...TOKENS.matchAll(new RegExp(`^ {2}${token}: #[0-9a-f]{6};`, 'gm'))]).toHaveLength(PALETTES);
});
