/** The notice on every page: edit, preview, publish, remove. */
import { NOTICE_LEVELS, type SiteNotice } from '@undertow/contracts';
import { type ReactNode, useState } from 'react';
import { type NewNotice, useSetNotice } from '#api/admin/controls.ts';
import { reportRefusal } from '#features/admin/parts/fresh-sign-in.tsx';
import { readableError } from '#lib/format/readable-error.ts';
import { USER_ZONE, zoneCity } from '#lib/format/times.ts';
import { instantOfWallTime, wallTime } from '#lib/format/zone-times.ts';
import { useNow } from '#lib/hooks/use-now.ts';
import { NOTICE_LOOKS } from '#lib/words/notice-looks.ts';
import { Button } from '#ui/controls/button.tsx';
import { Select } from '#ui/controls/select.tsx';
import { TextArea, TextField } from '#ui/controls/text-field.tsx';
import { Banner } from '#ui/layout/banner.tsx';
import { Card } from '#ui/layout/card.tsx';
import { toast } from '#ui/overlays/toast-state.ts';
import { noticeState } from './control-words.ts';

const MAX_TEXT = 300;
const LEVELS = NOTICE_LEVELS.map((level) => ({ value: level, label: NOTICE_LOOKS[level].name }));

type Level = SiteNotice['level'];

interface Draft {
  readonly level: Level;
  readonly text: string;
  /** As the field holds it; empty: until it is taken away. */
  readonly until: string;
}

function draftOf(notice: SiteNotice | null): Draft {
  return {
    level: notice?.level ?? 'info',
    text: notice?.text ?? '',
    until: notice?.until ? wallTime(Date.parse(notice.until), USER_ZONE).slice(0, 16) : '',
  };
}

function untilOf(text: string): string | null {
  const timeMs = instantOfWallTime(text, USER_ZONE);
  return timeMs === null ? null : new Date(timeMs).toISOString();
}

function Fields({
  draft,
  onChange,
}: {
  readonly draft: Draft;
  readonly onChange: (change: Partial<Draft>) => void;
}): ReactNode {
  return (
    <>
      <TextArea
        label="Text"
        rows={2}
        maxLength={MAX_TEXT}
        value={draft.text}
        onChange={(event) => onChange({ text: event.target.value })}
      />
      <div className="form-grid">
        <Select
          label="Level"
          value={draft.level}
          options={LEVELS}
          onChange={(value) => onChange({ level: NOTICE_LEVELS.find((one) => one === value) ?? 'info' })}
        />
        <TextField
          label={`Until, ${zoneCity(USER_ZONE)}`}
          type="datetime-local"
          value={draft.until}
          onChange={(event) => onChange({ until: event.target.value })}
        />
      </div>
    </>
  );
}

export function NoticeCard({ notice }: { readonly notice: SiteNotice | null }): ReactNode {
  const [draft, setDraft] = useState(() => draftOf(notice));
  const set = useSetNotice();
  const nowMs = useNow(1000);
  const text = draft.text.trim();
  const send = (next: NewNotice): void =>
    set.mutate(next, {
      onSuccess: () => {
        if (next === null) setDraft(draftOf(null));
        toast({
          title: 'Notice Updated',
          text: next === null ? 'No notice is shown.' : 'The notice is shown on every page.',
        });
      },
      onError: (error) => reportRefusal(error, 'Update Failed', readableError(error)),
    });
  const look = NOTICE_LOOKS[draft.level];
  return (
    <Card title="Notice on every page" note={noticeState(notice, nowMs)}>
      <form
        className="card-form"
        onSubmit={(event) => {
          event.preventDefault();
          send({ level: draft.level, text, until: untilOf(draft.until) });
        }}
      >
        <Fields draft={draft} onChange={(change) => setDraft({ ...draft, ...change })} />
        {text === '' ? null : (
          <div>
            <p className="field-label">Preview</p>
            <Banner tone={look.tone} icon={look.icon} isQuiet>
              {text}
            </Banner>
          </div>
        )}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" kind="primary" disabled={text === ''} busy={set.isPending}>
            {notice === null ? 'Publish notice' : 'Update notice'}
          </Button>
          <Button disabled={notice === null || set.isPending} onClick={() => send(null)}>
            Remove notice
          </Button>
        </div>
      </form>
    </Card>
  );
}
