/** The bus of one process among several: every message but market data reaches the others too. */
import type { Bus, BusMessages, BusTopic } from '#ports/bus.ts';
import type { Hint, Hints, HintTopic } from '#ports/cluster/changes.ts';

export interface BridgedBus extends Bus {
  /** A message of another process, or one that it may have sent: it reaches the listeners of this one. */
  receive(hint: Hint): void;
}

function isHint(topic: BusTopic): topic is HintTopic {
  return topic !== 'instrument';
}

export function bridgeBus(inner: Bus, hints: Hints): BridgedBus {
  const receive = ({ topic, message }: Hint): void => inner.publish(topic, message);
  hints.subscribe(receive);
  return {
    publish<T extends BusTopic>(topic: T, message: BusMessages[T]): void {
      inner.publish(topic, message);
      if (isHint(topic)) hints.publish({ topic, message: message as Hint['message'] });
    },
    subscribe: (topic, listener) => inner.subscribe(topic, listener),
    receive,
    close: () => inner.close(),
  };
}
