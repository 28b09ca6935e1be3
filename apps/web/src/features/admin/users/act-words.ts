/** What promoting, demoting and cancelling say: before, after, and when it failed. Pure. */
import { TIER_RULES, type Tier, UNLIMITED } from '@undertow/contracts';
import { countOf } from '#lib/format/formats.ts';
import { TIER_WORDS } from '#lib/words/words.ts';
import { demotion, promotion, type TierStepBody } from './tier-steps.ts';

export const ACTS = ['promote', 'demote', 'cancel'] as const;
export type Act = (typeof ACTS)[number];

export const ACT_WORDS: Readonly<Record<Act, { button: string; done: string; failed: string }>> = {
  promote: {
    button: 'Promote',
    done: 'User subscription promoted successfully',
    failed: 'Failed to promote subscription',
  },
  demote: {
    button: 'Demote',
    done: 'User subscription demoted successfully',
    failed: 'Failed to demote subscription',
  },
  cancel: {
    button: 'Cancel',
    done: 'User subscription cancelled successfully',
    failed: 'Failed to cancel subscription',
  },
};

/** What a promotion and a demotion send; null for cancelling and where there is no step. */
export function stepOf(act: Act, tier: Tier): TierStepBody | null {
  if (act === 'cancel') return null;
  return act === 'promote' ? promotion(tier) : demotion(tier);
}

/** `3 instruments analysed live, no delay`. */
export function tierReach(tier: Tier): string {
  const { instrumentsLimit, delaySeconds } = TIER_RULES[tier];
  if (instrumentsLimit === 0) return 'no instruments';
  const instruments =
    instrumentsLimit === UNLIMITED ? 'unlimited instruments' : countOf(instrumentsLimit, 'instrument');
  const delay = delaySeconds === 0 ? 'no delay' : `delayed ${delaySeconds / 60} min`;
  return `${instruments}, ${delay}`;
}

export interface ActQuestion {
  readonly title: string;
  readonly text: string;
  readonly confirm: string;
  readonly keep: string;
}

/** The question before an act: what will happen, and the buttons. */
export function questionOf(act: Act, name: string, tier: Tier): ActQuestion {
  const keep = `Keep ${TIER_WORDS[tier]}`;
  if (act === 'cancel') {
    return {
      title: `Cancel the subscription of ${name}?`,
      text: `${TIER_WORDS[tier]} ends immediately and ${name} moves to Free. The subscription at the payment provider is also cancelled. This cannot be undone.`,
      confirm: 'Cancel subscription',
      keep,
    };
  }
  const next = stepOf(act, tier)?.newTier ?? tier;
  const paused = act === 'demote' ? ' Instruments above the limit are kept but paused.' : '';
  return {
    title: `${ACT_WORDS[act].button} ${name} to ${TIER_WORDS[next]}?`,
    text: `From ${TIER_WORDS[tier]} to ${TIER_WORDS[next]} immediately: ${tierReach(next)}.${paused} Nothing is charged or refunded; payments at the payment provider do not change.`,
    confirm: `${ACT_WORDS[act].button} to ${TIER_WORDS[next]}`,
    keep,
  };
}
