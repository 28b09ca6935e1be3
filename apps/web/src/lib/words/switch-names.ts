/** Names of what an operator can switch off, and the line that says what is paused. Pure. */
import type { SiteState } from '@undertow/contracts';
import { FEED_SOURCES, FLOW_EVENT_TYPES, PATTERN_TYPES } from '@undertow/market';
import { EVENT_LOOKS } from './event-looks.ts';
import { FEED_WORDS, PATTERN_WORDS } from './words.ts';

type Off = SiteState['off'][number];

/** The name of one switch; a key that this build does not know is shown unchanged. */
export function switchName({ kind, key }: Off): string {
  if (kind === 'registrations') return 'New registrations';
  const event = FLOW_EVENT_TYPES.find((one) => one === key);
  if (kind === 'detector' && event !== undefined) return EVENT_LOOKS[event].name;
  const pattern = PATTERN_TYPES.find((one) => one === key);
  if (kind === 'pattern' && pattern !== undefined) return PATTERN_WORDS[pattern];
  const feed = FEED_SOURCES.find((one) => one === key);
  return kind === 'feed' && feed !== undefined ? FEED_WORDS[feed] : key;
}

/** `Spoofing-like: paused by the operator`; null where nothing of these kinds is off. */
export function pausedLine(off: readonly Off[], kinds: readonly Off['kind'][]): string | null {
  const names = off.filter(({ kind }) => kinds.includes(kind)).map(switchName);
  return names.length === 0 ? null : `${names.join(', ')}: paused by the operator`;
}
