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

test('an event is known once a mark of it counts, before and after its alerts are stored', () => {
  const events = new AnnouncedEvents();
  expect(events.knows(event)).toBe(false);
  events.begin(event);
  expect(events.knows(event)).toBe(false);
  events.mark(state);
  expect(events.knows(event)).toBe(true);
  events.end(event);
  expect([events.knows(event), events.knows({ ...event, delaySeconds: 900 })]).toEqual([true, false]);
});

test('an event whose alert was postponed is not known, though it was marked', () => {
  const events = new AnnouncedEvents();
  events.begin(event);
  events.begin(event);
  events.putOff(event, true);
  events.mark(state);
  expect(events.knows(event)).toBe(false);
});
