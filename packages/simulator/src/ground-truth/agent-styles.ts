/** The styles that agents draw in families of markets, by name, so that a session can exclude some of them. */

/** `subject/style`: what a maker's sizes are like, how size is hidden, how a posture works, how a price is defended. */
export const AGENT_STYLES = [
  'maker/fixed',
  'maker/varied',
  'maker/as_others',
  'iceberg/constant',
  'iceberg/jittered',
  'iceberg/randomised',
  'iceberg/as_others',
  'iceberg/timed',
  'spoofing/machine',
  'spoofing/hand',
  'spoofing/taking',
  'spoofing/pegged',
  'absorption/hidden',
  'absorption/wall',
  'absorption/topped',
  'absorption/owners',
  'absorption/behind',
] as const;

export type AgentStyle = (typeof AGENT_STYLES)[number];

/** The part of a style's name before the slash. */
export function subjectOf(style: AgentStyle): string {
  return style.slice(0, style.indexOf('/'));
}

/** @throws {RangeError} when a subject would be left without any style */
export function excludedStyles(styles: readonly AgentStyle[]): ReadonlySet<AgentStyle> {
  const excluded = new Set(styles);
  for (const style of excluded) {
    const subject = subjectOf(style);
    const hasOthers = AGENT_STYLES.some((one) => subjectOf(one) === subject && !excluded.has(one));
    if (!hasOthers) throw new RangeError(`expected at least one style of ${subject} that is not excluded`);
  }
  return excluded;
}
