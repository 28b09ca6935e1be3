import { describe, expect, test } from 'vitest';
import { ACT_WORDS, questionOf, stepOf, tierReach } from './act-words.ts';

describe('what the acts of an administrator say', () => {
  test('a promotion says from where to where, and what it brings', () => {
    const question = questionOf('promote', 'Tom Whitlock', 'basic');
    expect(question.title).toBe('Promote Tom Whitlock to Pro?');
    expect(question.text).toContain('From Basic to Pro immediately: 3 instruments, no delay.');
    expect([question.confirm, question.keep]).toEqual(['Promote to Pro', 'Keep Basic']);
  });

  test('a demotion says that instruments beyond the limit are paused', () => {
    const question = questionOf('demote', 'Tom', 'pro');
    expect(question.text).toContain(
      '1 instrument, delayed 15 min. Instruments above the limit are kept but paused.',
    );
  });

  test('a cancellation says that it cannot be undone', () => {
    const question = questionOf('cancel', 'Tom', 'elite');
    expect(question.text).toContain('moves to Free');
    expect(question.text).toContain('This cannot be undone.');
  });

  test('only steps of a tier have a body, and the ends have none', () => {
    expect(stepOf('cancel', 'pro')).toBeNull();
    expect(stepOf('promote', 'elite')).toBeNull();
    expect(stepOf('demote', 'elite')).toEqual({ newTier: 'pro', instrumentsLimit: 3 });
  });

  test('elite is unlimited and free has nothing', () => {
    expect([tierReach('elite'), tierReach('free')]).toEqual([
      'unlimited instruments, no delay',
      'no instruments',
    ]);
  });

  test('the words after an act are those of the specification', () => {
    expect(ACT_WORDS.cancel.done).toBe('User subscription cancelled successfully');
    expect(ACT_WORDS.demote.failed).toBe('Failed to demote subscription');
  });
});
