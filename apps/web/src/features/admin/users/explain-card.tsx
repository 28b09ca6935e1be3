/** Why can this user see this? The gate itself answers, for an instrument, now or at an instant. */
import { type AdminUserPageFacts, ENTITLEMENT_SUBJECTS } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { type Explanation, useExplain } from '#api/admin/user.ts';
import { useInstruments } from '#api/market/instruments.ts';
import { readableError } from '#lib/format/readable-error.ts';
import { formatClock, USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { instantOfWallTime } from '#lib/format/zone-times.ts';
import { Button } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { TextField } from '#ui/controls/text-field.tsx';
import { EmptyBlock } from '#ui/layout/blocks.tsx';
import { Card } from '#ui/layout/card.tsx';
import { ScrollRegion } from '#ui/layout/scroll-region.tsx';
import { TableHead } from '#ui/layout/table-head.tsx';
import { Badge } from '#ui/marks/badge.tsx';
import { Icon } from '#ui/marks/icon.tsx';
import { type ExplainSubject, SUBJECT_WORDS, seenText, verdictText } from './entitlement-words.ts';

type Answer = AdminUserPageFacts['entitlement']['answers'][number];

const SUBJECTS = ENTITLEMENT_SUBJECTS.map((value) => ({ value, label: SUBJECT_WORDS[value] }));

function Verdict({ explanation }: { readonly explanation: Explanation }): ReactNode {
  const { answer, delaySeconds } = explanation;
  return (
    <div className="verdict" data-allowed={answer.allowed} role="status">
      <Icon name={answer.allowed ? 'check' : 'close'} />
      <div className="min-w-0">
        <p className="font-medium">
          {verdictText(answer)}, {seenText(delaySeconds)}
        </p>
        <p>
          {answer.because}. Based on: {answer.restsOn}.
        </p>
      </div>
    </div>
  );
}

function Answers({ answers }: { readonly answers: readonly Answer[] }): ReactNode {
  return (
    <ScrollRegion label="Answers, table">
      <table className="table answers-table">
        <TableHead columns={['Question', 'Answer', 'Reason', 'Based on']} />
        <tbody>
          {answers.map(({ question, allowed, because, restsOn }) => (
            <tr key={question}>
              <td className="font-medium">{question}</td>
              <td>
                <Badge tone={allowed ? 'ok' : 'plain'}>{allowed ? 'Yes' : 'No'}</Badge>
              </td>
              <td>{because}</td>
              <td className="text-text-2">{restsOn}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollRegion>
  );
}

function Question({
  isBusy,
  onRequest,
}: {
  readonly isBusy: boolean;
  readonly onRequest: (what: ExplainSubject, instrumentId: number, at: string | undefined) => void;
}): ReactNode {
  const instruments = useInstruments().data ?? [];
  const [what, setWhat] = useState<ExplainSubject>('events');
  const [chosen, setChosen] = useState('');
  const [instant, setInstant] = useState('');
  const instrumentId = Number(chosen === '' ? (instruments[0]?.id ?? 0) : chosen);
  const request = (): void => {
    const timeMs = instantOfWallTime(instant, USER_ZONE);
    onRequest(what, instrumentId, timeMs === null ? undefined : new Date(timeMs).toISOString());
  };
  return (
    <form
      className="explain-form"
      onSubmit={(event) => {
        event.preventDefault();
        request();
      }}
    >
      <Select
        label="Subject"
        value={what}
        options={SUBJECTS}
        onChange={(value) => setWhat(ENTITLEMENT_SUBJECTS.find((one) => one === value) ?? 'events')}
      />
      <Select
        label="Instrument"
        value={String(instrumentId)}
        options={instruments.map(({ id, symbol }) => ({ value: String(id), label: symbol }))}
        onChange={setChosen}
      />
      <TextField
        label={`Time, ${zoneCity(USER_ZONE)} (empty for now)`}
        type="datetime-local"
        step="1"
        value={instant}
        onChange={(event) => setInstant(event.target.value)}
      />
      <Button type="submit" kind="primary" disabled={instrumentId === 0} busy={isBusy} busyText="Checking...">
        Explain
      </Button>
    </form>
  );
}

export interface ExplainCardProps {
  readonly userId: string;
  readonly answers: readonly Answer[];
}

export function ExplainCard({ userId, answers }: ExplainCardProps): ReactNode {
  const explain = useExplain(userId);
  const { data, error } = explain;
  return (
    <Card
      title="Why can this user see this?"
      note={data === undefined ? undefined : `as decided at ${formatClock(Date.parse(data.decidedAt))}`}
    >
      <Question
        isBusy={explain.isPending}
        onRequest={(what, instrumentId, at) =>
          explain.mutate({ what, instrumentId, ...(at === undefined ? {} : { at }) })
        }
      />
      {data === undefined ? null : <Verdict explanation={data} />}
      {error === null ? null : (
        <p className="px-3.5 pb-3 text-bad" role="alert">
          {readableError(error)}
        </p>
      )}
      {answers.length === 0 ? <EmptyBlock title="No answers" /> : <Answers answers={answers} />}
    </Card>
  );
}
