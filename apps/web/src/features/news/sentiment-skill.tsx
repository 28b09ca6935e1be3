/** How often the sign of the sentiment was that of the move, beside how often moves have it anyway: experimental until it is shown. */
import type { InstrumentNews } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { formatShare } from '#lib/format/formats.ts';
import { Badge } from '#ui/marks/badge.tsx';

/** The horizon whose rate is named. */
const MAIN_MINUTES = 5;

type Skill = NonNullable<InstrumentNews['skill']>;

const percent = (share: number): string => (share * 100).toFixed(1);

function Rate({ horizon }: { readonly horizon: Skill['horizons'][number] | undefined }): ReactNode {
  if (horizon === undefined || horizon.count === 0)
    return <p className="text-text-2">No headline could be compared with a move yet.</p>;
  if (horizon.rate === null)
    return (
      <p className="text-text-2">
        Too few to say: {horizon.right} of {horizon.count} right over {horizon.minutes} min.
      </p>
    );
  const { minutes, count, rate } = horizon;
  return (
    <p>
      <b className="font-medium">{formatShare(rate.value, 1)}</b>{' '}
      <span className="text-text-2">
        right over {minutes} min ({percent(rate.low)} to {percent(rate.high)}, n = {count})
      </span>
    </p>
  );
}

export function SentimentSkill({
  skill,
  isSimulated,
}: {
  readonly skill: Skill;
  readonly isSimulated: boolean;
}): ReactNode {
  const main = skill.horizons.find(({ minutes }) => minutes === MAIN_MINUTES);
  const base = main?.rate == null ? '' : `Base rate ${formatShare(main.rate.base, 1)}. `;
  const isExperimental = skill.state === 'experimental';
  return (
    <section className="sentiment-skill" aria-label="Measured skill of the sentiment">
      <div className="flex items-center gap-1.5">
        <Badge tone={isExperimental ? 'warn' : 'ok'}>{isExperimental ? 'Experimental' : 'Measured'}</Badge>
        {isSimulated ? <Badge tone="warn">SIMULATED</Badge> : null}
        <span className="grow" />
        <span className="text-text-3">{skill.scorer}</span>
      </div>
      <Rate horizon={main} />
      <p className="text-text-3">
        {base}
        {isExperimental ? 'No skill shown over 1, 5 or 15 min: never alerted.' : 'Never alerted.'}
      </p>
    </section>
  );
}
