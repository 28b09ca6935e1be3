/** Every event type has its colours in every palette: the web finds them by the type's name. */
import { readFileSync } from 'node:fs';
import { FLOW_EVENT_TYPES } from '@undertow/market';
import { expect, test } from 'vitest';

const TOKENS = readFileSync(new URL('../../apps/web/src/styles/tokens.css', import.meta.url), 'utf8');
/** Light and dark, each also for colour-blind readers. */
const PALETTES = 4;

test.each(FLOW_EVENT_TYPES)('%s has a colour and one for its letter in all four palettes', (type) => {
  for (const token of [`--ev-${type.replaceAll('_', '-')}`, `--on-${type.replaceAll('_', '-')}`])
    expect([...TOKENS.matchAll(new RegExp(`^ {2}${token}: #[0-9a-f]{6};`, 'gm'))]).toHaveLength(PALETTES);
});
