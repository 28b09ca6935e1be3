/** Chooses what to replay: an instrument of the user's, one of its recorded days, and a time of it. */
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useActiveInstrumentId, useUserInstruments } from '#api/market/instruments.ts';
import { type ReplayRanges, useReplayRanges } from '#api/market/market-replay.ts';
import { formatClock, USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { useObservable } from '#lib/state/observable.ts';
import { Button } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { EmptyBlock, QueryState } from '#ui/layout/blocks.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { instantOfTime, timeText } from './day-time.ts';
import { openReplayAt, replayedState, replayPhase } from './replay-session.ts';
import { dayText } from './replay-words.ts';
import './replay.css';

type Span = ReplayRanges['spans'][number];

function spanText({ from, to, contract }: Span): string {
  return `${dayText(from)}, ${formatClock(Date.parse(from))} to ${formatClock(Date.parse(to))}, ${contract}`;
}

interface FormProps {
  readonly instrumentId: number;
  readonly spans: readonly Span[];
  /** The instant that is on screen; null for the present. */
  readonly at: string | null;
  readonly onClose: () => void;
}

/** The end of what is recorded, less a few minutes in which something happens. */
const LEAD_MS = 5 * 60_000;

function firstTime({ from, to }: Span, at: string | null): string {
  const [fromMs, toMs] = [Date.parse(from), Date.parse(to)];
  const atMs = at === null ? Number.NaN : Date.parse(at);
  return timeText(atMs >= fromMs && atMs <= toMs ? atMs : Math.max(fromMs, toMs - LEAD_MS));
}

function Form({ instrumentId, spans, at, onClose }: FormProps): ReactNode {
  const client = useQueryClient();
  const newest = spans[spans.length - 1]?.from ?? '';
  const [from, setFrom] = useState(
    () => spans.findLast((one) => at !== null && one.from <= at)?.from ?? newest,
  );
  const span = spans.find((one) => one.from === from) ?? spans[spans.length - 1];
  const [time, setTime] = useState(() => (span === undefined ? '' : firstTime(span, at)));
  if (span === undefined) return null;
  const instant = instantOfTime(span, time);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (instant === null) return;
    void openReplayAt(client, { instrumentId, at: instant });
    onClose();
  };
  const between = `${formatClock(Date.parse(span.from))} and ${formatClock(Date.parse(span.to))}`;
  return (
    <form className="replay-form" onSubmit={submit}>
      <Select
        label="Recorded"
        value={span.from}
        onChange={(next) => {
          setFrom(next);
          const chosen = spans.find((one) => one.from === next);
          if (chosen !== undefined) setTime(firstTime(chosen, at));
        }}
        options={spans.toReversed().map((one) => ({ value: one.from, label: spanText(one) }))}
      />
      <TextField
        label={`Time, ${zoneCity(USER_ZONE)}`}
        type="time"
        step={1}
        required
        value={time}
        error={instant === null ? `Expected a time between ${between}.` : undefined}
        onChange={(event) => setTime(event.target.value)}
      />
      <Button kind="primary" type="submit" disabled={instant === null}>
        Replay
      </Button>
    </form>
  );
}

function Body({
  instrumentId,
  onClose,
}: {
  readonly instrumentId: number;
  readonly onClose: () => void;
}): ReactNode {
  const query = useReplayRanges(instrumentId);
  const { data, error } = query;
  const state = replayedState(useObservable(replayPhase));
  if (data === undefined || error !== null)
    return <QueryState query={query} failed="The recordings could not be listed" rows={3} height={28} />;
  if (data.spans.length === 0)
    return (
      <EmptyBlock
        title="Nothing is recorded"
        text="Of this instrument there is no recording that your plan includes. Sessions are recorded while the market is received."
      />
    );
  const at = state?.instrumentId === instrumentId ? state.at : null;
  return <Form key={instrumentId} instrumentId={instrumentId} spans={data.spans} at={at} onClose={onClose} />;
}

export function ReplayDialog({ onClose }: { readonly onClose: () => void }): ReactNode {
  const active = (useUserInstruments().data ?? []).filter((row) => row.active);
  const shownId = useActiveInstrumentId();
  const [chosenId, setChosen] = useState<number | null>(null);
  const instrumentId = chosenId ?? shownId ?? active[0]?.instrumentId ?? null;
  return (
    <Dialog
      open
      onClose={onClose}
      title="Replay the market"
      description="Everything on this page shows the recorded market from that instant on. Detection runs again on its messages."
    >
      {instrumentId === null ? (
        <EmptyBlock title="No instrument" text="Add an instrument to your list first." />
      ) : (
        <div className="mt-3 grid gap-3">
          {active.length > 1 ? (
            <Select
              label="Instrument"
              value={String(instrumentId)}
              onChange={(id) => setChosen(Number(id))}
              options={active.map((row) => ({
                value: String(row.instrumentId),
                label: row.instrument.symbol,
              }))}
            />
          ) : null}
          <Body instrumentId={instrumentId} onClose={onClose} />
        </div>
      )}
    </Dialog>
  );
}
