/** What the rule under edit would have done on the recorded past: how often, when, and what price did after. */
import { type AlertDryRun, type AlertRuleInput, alertMarketWords } from '@undertow/contracts';
import { type ReactNode, useId } from 'react';
import { Link } from 'wouter';
import { useDryRun } from '#api/alerts/alert-rules.ts';
import { detailedError } from '#api/client/api-error.ts';
import { chartAddress } from '#lib/address/event-addresses.ts';
import { formatPrice } from '#lib/format/formats.ts';
import { formatDayAndTime } from '#lib/format/times.ts';
import { useDebounced } from '#lib/hooks/use-debounced.ts';
import { EmptyBlock, ErrorBlock, SkeletonRows } from '#ui/layout/blocks.tsx';
import { Note } from '#ui/layout/note.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { firesWords, followWords, limitWords, restWords, signedTicks } from './dry-run-words.ts';
import { FiringStrip } from './firing-strip.tsx';

/** The dry run is requested once the fields have not changed for this long. */
const ASK_AFTER_MS = 500;
/** The list has what price did within this time. */
const SHOWN_AFTER_MINUTES = 5;

function Figures({ run }: { readonly run: AlertDryRun }): ReactNode {
  return (
    <dl className="dry-figures">
      {run.follow.map((follow) => {
        const { title, median, range } = followWords(follow);
        return (
          <div key={follow.minutes}>
            <dt className="cap">{title}</dt>
            <dd>
              <b>{median}</b>
              <span>{range}</span>
            </dd>
          </div>
        );
      })}
    </dl>
  );
}

function Firings({ run }: { readonly run: AlertDryRun }): ReactNode {
  const isCut = run.firings.length < run.fires;
  return (
    <ScrollRegion label="Times at which it would have fired" className="dry-list">
      <table className="table">
        <TableHead
          columns={[
            isCut ? `Newest ${run.firings.length}` : 'Would have fired',
            ['Price', 'num'],
            [`${SHOWN_AFTER_MINUTES} min later`, 'num'],
          ]}
        />
        <tbody>
          {run.firings.map((firing) => {
            const atMs = Date.parse(firing.at);
            const after = firing.after.find(({ minutes }) => minutes === SHOWN_AFTER_MINUTES)?.ticks ?? null;
            return (
              <tr key={`${firing.at} ${firing.instrumentId} ${firing.title}`}>
                <td title={firing.title}>
                  <Link
                    className="link"
                    href={chartAddress(firing.instrumentId, firing.at)}
                    aria-label={`${firing.title}, ${formatDayAndTime(atMs)}, on the chart`}
                    target="_blank"
                  >
                    {firing.symbol} {formatDayAndTime(atMs)}
                  </Link>
                </td>
                <td className="num">{formatPrice(firing.instrumentId, firing.price)}</td>
                <td className="num">{after === null ? '\u2013' : signedTicks(after)}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Found({ run }: { readonly run: AlertDryRun }): ReactNode {
  const rest = restWords(run);
  return (
    <>
      <p className="dry-count" role="status">
        <b>{firesWords(run)}</b>
        {rest === '' ? null : <span>{rest}</span>}
        <span>{alertMarketWords(run)}</span>
      </p>
      {run.fires === 0 ? null : (
        <>
          <FiringStrip run={run} />
          <Figures run={run} />
          <Firings run={run} />
        </>
      )}
      {run.warnings.map((warning) => (
        <Note key={warning} tone="warn" icon="warning">
          {warning}
        </Note>
      ))}
      {run.limits.length === 0 ? null : (
        <ul className="dry-limits">
          {run.limits.map((limit) => (
            <li key={limit}>{limitWords(limit)}</li>
          ))}
        </ul>
      )}
    </>
  );
}

function Body({ rule }: { readonly rule: AlertRuleInput | null }): ReactNode {
  const run = useDryRun(useDebounced(rule, JSON.stringify(rule), ASK_AFTER_MS));
  if (rule === null)
    return (
      <EmptyBlock
        title="Fill in the fields first"
        text="The dry run then shows how often the rule would have fired."
      />
    );
  if (run.error !== null) {
    return (
      <ErrorBlock
        title="The dry run failed"
        text={detailedError(run.error)}
        onRetry={() => void run.refetch()}
      />
    );
  }
  if (run.data === undefined) return <SkeletonRows rows={5} height={14} />;
  return (
    <div data-old={run.isPlaceholderData} className="dry-body">
      <Found run={run.data} />
    </div>
  );
}

/** `rule` is null while a field is wrong. */
export function DryRun({ rule }: { readonly rule: AlertRuleInput | null }): ReactNode {
  const id = useId();
  return (
    <section className="dry-run" aria-labelledby={id}>
      <h3 id={id}>
        Dry run <span className="dry-run-note">on recorded data, as edited</span>
      </h3>
      <Body rule={rule} />
    </section>
  );
}
