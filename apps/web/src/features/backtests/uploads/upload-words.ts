/** States of uploads in words. Pure. */
import type { UploadDto } from '@undertow/contracts';
import { leftText } from '#features/backtests/words/time-words.ts';
import { formatBytes } from '#lib/format/bytes.ts';
import { formatDay } from '#lib/format/exchange-days.ts';
import { countOf } from '#lib/format/formats.ts';
import type { Tone } from '#ui/marks/badge.tsx';

interface StateLook {
  readonly tone: Tone;
  readonly text: string;
}

export const UPLOAD_LOOKS: Readonly<Record<UploadDto['state'], StateLook>> = {
  receiving: { tone: 'warn', text: 'Unfinished' },
  waiting: { tone: 'plain', text: 'Waiting' },
  reading: { tone: 'info', text: 'Reading' },
  ready: { tone: 'ok', text: 'Ready' },
  outdated: { tone: 'plain', text: 'Earlier detectors' },
  refused: { tone: 'bad', text: 'Refused' },
  failed: { tone: 'bad', text: 'Failed' },
};

/** Whole percent, none of them before it is over. */
export function percentText(part: number, whole: number): string {
  return `${Math.min(99, Math.floor((100 * part) / Math.max(1, whole)))}%`;
}

/** `ES 12 Nov 2026`, `ES 12 Nov 2026 and 2 more sessions`. */
function sessionsText(sessions: UploadDto['sessions']): string {
  const [first] = sessions;
  if (first === undefined) return '';
  const more = sessions.length - 1;
  const shown = `${first.product} ${formatDay(first.tradingDay)}`;
  return more === 0 ? shown : `${shown} and ${countOf(more, 'more session')}`;
}

export function uploadText({ state, bytes, received, progress, error, sessions }: UploadDto): string {
  const size = formatBytes(bytes);
  switch (state) {
    case 'receiving':
      return `${size}, ${percentText(received, bytes)} sent. Choose the file again to continue`;
    case 'waiting':
      return `${size}, waits to be read`;
    case 'reading': {
      const left = progress?.remainingSeconds ?? null;
      const read = `${size}, ${percentText(progress?.fraction ?? 0, 1)} read`;
      return left === null ? read : `${read}, ${leftText(left)}`;
    }
    case 'ready':
      return `${size}, ${sessionsText(sessions)}`;
    case 'outdated':
      return `${size}, ${sessionsText(sessions)}. Read again by the next backtest`;
    case 'refused':
    case 'failed':
      return error ?? '';
  }
}
