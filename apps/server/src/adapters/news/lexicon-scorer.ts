/** The scorer that needs nothing from outside. */
import { LEXICON_NAME } from '#news/lexicon.ts';
import { scoreHeadline } from '#news/score-headline.ts';
import type { HeadlineScorer } from '#ports/news/headline-scorer.ts';

export const LEXICON_SCORER: HeadlineScorer = {
  name: LEXICON_NAME,
  score: async (title, groups) => new Map(groups.map((group) => [group, scoreHeadline(title, group)])),
};
