/** What a viewer may have of a replayed instrument: everything of it is recorded data, at the instant that is replayed. */
import type { InstrumentAccess } from '@undertow/contracts';

/** `access`: that of the market in which the recording was made. */
export function replayAccess(access: InstrumentAccess): InstrumentAccess {
  return {
    // The instant lies behind every delay already (`holdSecondsOf`)
    delaySeconds: 0,
    recordedDelaySeconds: 0,
    withheld(kind, channel) {
      const recordings = access.withheld('recordings', channel);
      return kind === 'events' ? (access.withheld('events', channel) ?? recordings) : recordings;
    },
    key: `replay,${access.key}`,
  };
}
