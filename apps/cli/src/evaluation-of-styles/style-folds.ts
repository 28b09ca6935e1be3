/** Which styles of agents are left out of a training together, and which sessions then measure what it learned. */
import { AGENT_STYLES, type AgentStyle, subjectOf } from '@undertow/simulator';

/** What a fold leaves out: a population of makers, or one style of each kind of event. */
export const STYLE_AXES = ['makers', 'mechanics'] as const;
export type StyleAxis = (typeof STYLE_AXES)[number];

export interface StyleFold {
  /** Also the name of its folder of calibrators. */
  readonly name: string;
  readonly axis: StyleAxis;
  /** Of each subject at most one. */
  readonly styles: readonly AgentStyle[];
}

/** Subjects are learned apart from each other: a training leaves out one style of each. */
export const STYLE_FOLDS: readonly StyleFold[] = [
  { name: 'makers-fixed', axis: 'makers', styles: ['maker/fixed'] },
  { name: 'makers-varied', axis: 'makers', styles: ['maker/varied'] },
  { name: 'makers-as-others', axis: 'makers', styles: ['maker/as_others'] },
  {
    name: 'mechanics-1',
    axis: 'mechanics',
    styles: ['iceberg/constant', 'spoofing/taking', 'absorption/hidden'],
  },
  {
    name: 'mechanics-2',
    axis: 'mechanics',
    styles: ['iceberg/jittered', 'spoofing/pegged', 'absorption/wall'],
  },
  {
    name: 'mechanics-3',
    axis: 'mechanics',
    styles: ['iceberg/randomised', 'spoofing/hand', 'absorption/topped'],
  },
  {
    name: 'mechanics-4',
    axis: 'mechanics',
    styles: ['iceberg/as_others', 'spoofing/machine', 'absorption/owners'],
  },
  { name: 'mechanics-5', axis: 'mechanics', styles: ['iceberg/timed', 'absorption/behind'] },
];

/** The styles that sessions exclude in which nothing of the fold's subjects is known from training. */
export function othersOf({ styles }: StyleFold): AgentStyle[] {
  const subjects = styles.map(subjectOf);
  return AGENT_STYLES.filter((style) => subjects.includes(subjectOf(style)) && !styles.includes(style));
}
