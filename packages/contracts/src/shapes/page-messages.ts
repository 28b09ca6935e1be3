/** Error texts that pages read without a response: the scripts of public pages contain these and not the catalogue. */

export const REGISTRATIONS_CLOSED_MESSAGE =
  'New accounts cannot be created right now. Existing accounts sign in as usual.';
export const REPLAY_OVER_MESSAGE = 'This replay is over. Open the instant again.';
