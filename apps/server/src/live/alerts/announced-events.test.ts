/** An event is announced when every alert of its state is stored, in whatever order that happens. */
import { expect, test } from 'vitest';
import { AnnouncedEvents } from './announced-events.ts';

const event = { eventId: 'e', delaySeconds: 0 };
const state = { ...event, updatedMs: 5 };

test('without alerts an event is announced by its mark, up to that state', () => {
  const events = new AnnouncedEvents();
  events.mark(state);
  expect(events.covers(state)).toBe(true);
  expect(events.covers({ ...state, updatedMs: 6 })).toBe(false);
  expect(events.covers({ ...state, delaySeconds: 900 })).toBe(false);
});

test('with alerts it is announced when the last of them ended, marked before or after', () => {
  const events = new AnnouncedEvents();
  events.begin(event);
  events.begin(event);
  events.end(event);
  events.mark(state);
  expect(events.covers(state)).toBe(false);
  events.end(event);
  expect(events.covers(state)).toBe(true);
});

test('an alert that was postponed invalidates the mark, and the next mark counts', () => {
  for (const wasUnderWay of [false, true]) {
    const events = new AnnouncedEvents();
    if (wasUnderWay) events.begin(event);
    events.putOff(event, wasUnderWay);
    events.mark(state);
    expect(events.covers(state)).toBe(false);
    events.mark(state);
    expect(events.covers(state)).toBe(true);
  }
});
