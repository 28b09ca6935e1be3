/** The layouts to begin with and to reset to, for one instrument. Pure: the same template has the same ids. */
import {
  LAYOUT_VERSION,
  type Layout,
  type LayoutNode,
  MAX_LAYOUT_NAME,
  type Pane,
  type TemplateId,
} from './layout.ts';

export interface LayoutTemplate {
  readonly id: TemplateId;
  readonly name: string;
  readonly description: string;
}

export const LAYOUT_TEMPLATES: readonly LayoutTemplate[] = [
  { id: 'charts', name: 'Two charts', description: 'One instrument at two timeframes, linked by instant' },
  {
    id: 'evidence',
    name: 'Chart and evidence',
    description: 'A chart, the evidence of the event chosen in it, and your alerts',
  },
  {
    id: 'profile',
    name: 'Profile',
    description: 'Letters and volume by session, with a chart and the tape beside them',
  },
  {
    id: 'flow',
    name: 'Order flow',
    description: 'Chart, footprint, depth over time, tape, evidence and ladder of one instrument',
  },
];

/** No group links its timeframe. */
export const UNLINKED_TIMEFRAMES: Layout['links'] = {
  A: { timeframe: false },
  B: { timeframe: false },
  C: { timeframe: false },
};

type Made = Pick<Pane, 'id' | 'kind'> & Partial<Pane>;

function leaf(instrumentId: number, made: Made): LayoutNode {
  return { pane: { instrumentId, timeframe: '10m', link: 'A', settings: {}, ...made } };
}

function both(
  id: string,
  split: 'row' | 'column',
  share: number,
  first: LayoutNode,
  second: LayoutNode,
): LayoutNode {
  return { id, split, share, first, second };
}

function rootOf(template: TemplateId, instrumentId: number): LayoutNode {
  const one = (made: Made): LayoutNode => leaf(instrumentId, made);
  switch (template) {
    case 'charts':
      return both(
        's1',
        'row',
        0.5,
        one({ id: 'p1', kind: 'chart' }),
        one({ id: 'p2', kind: 'chart', timeframe: '1m' }),
      );
    case 'evidence':
      return both(
        's1',
        'row',
        0.7,
        one({ id: 'p1', kind: 'chart' }),
        both('s2', 'column', 0.65, one({ id: 'p2', kind: 'evidence' }), one({ id: 'p3', kind: 'alerts' })),
      );
    case 'profile':
      return both(
        's1',
        'row',
        0.68,
        one({ id: 'p1', kind: 'profile', timeframe: '30m' }),
        both('s2', 'column', 0.55, one({ id: 'p2', kind: 'chart' }), one({ id: 'p3', kind: 'tape' })),
      );
    case 'flow':
      // Proportions of the study at 1920 by 1080
      return both(
        's1',
        'row',
        0.64,
        both(
          's2',
          'column',
          0.59,
          both(
            's3',
            'row',
            0.47,
            one({ id: 'p1', kind: 'chart', timeframe: '1m' }),
            one({ id: 'p2', kind: 'footprint', timeframe: '5m' }),
          ),
          one({ id: 'p3', kind: 'depth', timeframe: '1m' }),
        ),
        both(
          's4',
          'row',
          0.44,
          both('s5', 'column', 0.44, one({ id: 'p4', kind: 'tape' }), one({ id: 'p5', kind: 'evidence' })),
          one({ id: 'p6', kind: 'ladder' }),
        ),
      );
  }
}

/** A name with words after it, cut so that it stays one. */
export function nameWith(name: string, words: string): string {
  const room = MAX_LAYOUT_NAME - words.length - 1;
  return `${name.slice(0, room).trim().toWellFormed()} ${words}`;
}

/** A new layout of a template. */
export function layoutOfTemplate(template: TemplateId, instrumentId: number, name?: string): Layout {
  const known = LAYOUT_TEMPLATES.find(({ id }) => id === template);
  return {
    version: LAYOUT_VERSION,
    name: name ?? known?.name ?? 'Layout',
    template,
    links: UNLINKED_TIMEFRAMES,
    root: rootOf(template, instrumentId),
  };
}
