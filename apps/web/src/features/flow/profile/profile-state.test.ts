import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import {
  type ProfileDataState,
  ProfileNote,
  ProfilePlaceholder,
  profileSentences,
} from './profile-state.tsx';

const WHOLE: ProfileDataState = {
  ...{ isWaiting: false, isLoading: false, isComplete: false, error: null, isOld: false },
  ...{ dataAtMs: Date.parse('2026-11-20T16:52:07Z'), delaySeconds: 0, hasVolume: true, historyHours: 24 },
  ...{ days: ['2026-11-19', '2026-11-20'], wanted: 2, spreadDays: [] },
};
const said = (change: Partial<ProfileDataState>): string =>
  profileSentences({ ...WHOLE, ...change }).join(' ');
const onRetry = (): void => undefined;
const markup = (part: typeof ProfileNote, change: Partial<ProfileDataState>): string =>
  renderToStaticMarkup(createElement(part, { state: { ...WHOLE, ...change }, onRetry }));

test('sessions of the present that are whole need no word', () => {
  expect([said({}), markup(ProfileNote, {}), markup(ProfilePlaceholder, {})]).toEqual(['', '', '']);
});

test('late, old, refused and missing data are stated in sentences', () => {
  expect(said({ isOld: true })).toMatch(/^No data since \d\d:52:07\. Values below are old\.$/);
  expect(said({ delaySeconds: 900 })).toBe('Everything here is 15 minutes late, as your plan says.');
  expect(said({ isComplete: true, wanted: 5 })).toBe('Nothing before Thu 19 Nov is stored of this contract.');
  expect(markup(ProfileNote, { error: new Error('the server is away') })).toContain('Try again');
});

test('volume that was spread over bars names the days and the depth of the plan', () => {
  const spreadDays = WHOLE.days;
  expect(said({ spreadDays })).toMatch(/^Volume of Thu 19 Nov and 1 more .* 24 hours back on your plan/);
  expect(said({ spreadDays, historyHours: 168 })).toContain('7 days');
  expect([said({ spreadDays, hasVolume: false }), said({ spreadDays, isLoading: true })]).toEqual(['', '']);
});

test('without sessions the pane loads, states what is missing, or what failed', () => {
  const none = { days: [] };
  expect(markup(ProfilePlaceholder, { ...none, isWaiting: true })).toContain('Loading sessions');
  expect(markup(ProfilePlaceholder, none)).toContain('No session yet');
  expect(markup(ProfilePlaceholder, { ...none, error: new Error('gone') })).toMatch(
    /role="alert".*Try again/,
  );
});
