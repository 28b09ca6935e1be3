/** The risk notice of every screen, checkout, mail and public page. */

export const DISCLAIMER = 'Analysis tool only. No investment advice.';
export const RISK_LINE =
  'Trading futures can lose more than the money you deposit. Measured rates describe the past on a stated sample; they do not promise a result.';
