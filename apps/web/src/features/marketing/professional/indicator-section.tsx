/** The three AI indicators by tier: the target of each beside what was measured. */
import { type MeasuredRates, PLANS, type TARGETED_INDICATORS } from '@undertow/contracts';
import type { ReactNode } from 'react';
import { useMeasuredRates } from '#api/market/track-record.ts';
import { claim, type ShownClaimId } from '#features/marketing/claims/claims.ts';
import { MeasuredOn } from '#features/marketing/claims/measured-on.tsx';
import { intervalText, MIN_SAMPLE, rateText, wholeRate } from '#features/marketing/claims/rate-words.ts';
import { Section } from '#features/marketing/frame/section.tsx';
import { Screenshot } from '#features/marketing/pictures/screenshot.tsx';
import { formatShare } from '#lib/format/formats.ts';
import { PATTERN_WORDS } from '#lib/words/words.ts';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';

type IndicatorType = (typeof TARGETED_INDICATORS)[number];
type Measured = MeasuredRates['indicators'][number];

const INDICATORS: readonly {
  readonly type: IndicatorType;
  readonly plan: (typeof PLANS)[number]['id'];
  readonly target: ShownClaimId;
}[] = [
  { type: 'smart_reversal', plan: 'basic', target: 'smart-reversal-target' },
  { type: 'momentum_exhaustion', plan: 'pro', target: 'momentum-exhaustion-target' },
  { type: 'triple_convergence', plan: 'elite', target: 'triple-convergence-target' },
];

/** Names in the specification's own capitals. */
function nameOf(type: IndicatorType): string {
  return PATTERN_WORDS[type].replace(/\b[a-z]/g, (letter) => letter.toUpperCase());
}

function MeasuredCells({ measured }: { readonly measured: Measured | undefined }): ReactNode {
  const raised = measured?.raised ?? null;
  if (raised === null) {
    return (
      <>
        <td className="r">{measured === undefined ? '' : 'none raised'}</td>
        <td className="r" />
        <td className="r" />
      </>
    );
  }
  return (
    <>
      <td className="r font-semibold">{rateText(raised)}</td>
      <td className="r text-text-2">{intervalText(raised)}</td>
      <td className="r text-text-2">
        n = {raised.count} {raised.count < MIN_SAMPLE ? <Badge tone="warn">few</Badge> : null}
      </td>
    </>
  );
}

export function IndicatorTable(): ReactNode {
  const rates = useMeasuredRates().data;
  return (
    <>
      <ScrollRegion className="table-scroll" label="Targets and measured rates">
        <table className="rate-table">
          <TableHead
            columns={[
              'Indicator',
              'From plan',
              ['Target', 'r'],
              ['Measured', 'r'],
              ['95% interval', 'r'],
              ['Sample', 'r'],
              ['Every candidate, raised or not', 'r'],
            ]}
          />
          <tbody>
            {INDICATORS.map(({ type, plan, target }) => {
              const measured = rates?.indicators.find((one) => one.type === type);
              return (
                <tr key={type}>
                  <th scope="row">{nameOf(type)}</th>
                  <td>{PLANS.find(({ id }) => id === plan)?.name}</td>
                  <td className="r text-text-3">{claim(target).text}</td>
                  <MeasuredCells measured={measured} />
                  <td className="r text-text-2">
                    {measured === undefined ? '' : wholeRate(measured.candidates)}
                  </td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </ScrollRegion>
      <p className="measured-on">
        A signal is right when the outcome that it declared in advance came true. Measured: those raised, with
        a stated confidence of {rates === undefined ? '–' : formatShare(rates.raisedFrom)} or more.
      </p>
      <MeasuredOn rates={rates} />
    </>
  );
}

export function IndicatorSection(): ReactNode {
  return (
    <Section
      id="indicators"
      title="Live AI indicators, with the score beside the target"
      text={claim('measured-beside-target').text}
    >
      <div className="mt-8">
        <IndicatorTable />
      </div>
      <div className="mt-8 max-w-[560px]">
        <Screenshot name="patterns" />
      </div>
    </Section>
  );
}
