/** Error texts of insights and backtests: a part of `errors.ts`. */

export const ANALYSIS_ERRORS = {
  BACKTESTS_NOT_IN_PLAN: { status: 403, message: 'Your plan does not include backtesting.' },
  BACKTEST_LIMIT: { status: 403, message: 'You have as many backtests as can be kept. Remove some first.' },
  BACKTEST_RULE_REFUSED: { status: 422, message: 'This rule cannot be tested.' },
  BACKTEST_NO_SESSIONS: {
    status: 422,
    message: 'No recorded session of this product is within these days and your plan.',
  },
  UPLOAD_LIMIT: { status: 403, message: 'You have as many uploads as can be kept. Remove some first.' },
  UPLOAD_NO_ROOM: {
    status: 403,
    message: 'The file is larger than the room that is left for your uploads. Remove some first.',
  },
  UPLOAD_OFFSET: {
    status: 409,
    message: 'Another piece of this upload is expected. List it, and continue where it was left.',
  },
  BACKTEST_NO_RESULT: { status: 409, message: 'This backtest has no result yet.' },
  INSIGHT_UNREAD: { status: 409, message: 'Please mark this insight read first.' },
  INSIGHTS_TOO_SOON: {
    status: 429,
    message: 'Insights were generated less than 30 seconds ago. Please wait a moment.',
  },
  INSIGHTS_UNDER_WAY: {
    status: 409,
    message: 'Your insights are being generated. Please wait until they are done.',
  },
} as const satisfies Record<string, { status: number; message: string }>;
