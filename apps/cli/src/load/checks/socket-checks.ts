/** What every frame of a socket is checked for: order, repetition, the delay of the plan, and what the plan has. */
import { TIER_RULES, type Tier } from '@undertow/contracts';
import type { Fault } from './faults.ts';
import { bitsOf, type FramePart, type ReadFrame } from './read-frame.ts';

/** The server's present, and how far a stamp may be ahead of it before it counts as too young. */
export interface ServerPresent {
  /** Milliseconds that the server's clock is ahead of this process's. */
  readonly offsetMs: number;
  readonly allowanceMs: number;
}

interface SeenView {
  asOfMs: number;
  source: string | null;
}

export class SocketChecks {
  readonly #instrumentIds: readonly number[];
  readonly #tier: Tier;
  readonly #delaySeconds: number;
  readonly #isEntitled: boolean;
  readonly #eventTypes: number;
  readonly #views = new Map<number, SeenView>();
  #last: ReadFrame | null = null;

  constructor(tier: Tier, instrumentIds: readonly number[]) {
    const { delaySeconds, eventTypes, instrumentsLimit } = TIER_RULES[tier];
    this.#tier = tier;
    this.#instrumentIds = instrumentIds;
    this.#delaySeconds = delaySeconds;
    this.#isEntitled = instrumentsLimit !== 0;
    this.#eventTypes = bitsOf(eventTypes);
  }

  /** Another connection begins: its first state may be of another process. */
  reopened(): void {
    this.#views.clear();
    this.#last = null;
  }

  /** The first thing that is wrong about the frame; null where nothing is. `nowMs` is when it arrived. */
  check(frame: ReadFrame, nowMs: number, present: ServerPresent): Fault | null {
    if (frame.problem !== null) return { kind: 'unparsable', text: frame.problem };
    const isRepeated = frame === this.#last && frame.parts.length > 0;
    this.#last = frame;
    if (isRepeated) return { kind: 'repeated', text: `the same ${frame.messages.length} messages again` };
    const [refusal] = frame.refusals;
    if (refusal !== undefined && this.#isEntitled) return { kind: 'refused', text: refusal };
    if ((frame.eventTypes & ~this.#eventTypes) !== 0)
      return { kind: 'not of the plan', text: `an event of a type that ${this.#tier} does not have` };
    let fault: Fault | null = null;
    for (const part of frame.parts)
      fault ??= this.#checkPart(part, nowMs + present.offsetMs, present.allowanceMs);
    return fault;
  }

  #checkPart(part: FramePart, serverMs: number, allowanceMs: number): Fault | null {
    const { instrumentId, delaySeconds, lastAsOfMs, youngestMs } = part;
    if (!(this.#isEntitled && this.#instrumentIds.includes(instrumentId)))
      return { kind: 'not of the plan', text: `data of instrument ${instrumentId}` };
    const delayMs = Math.max(delaySeconds, this.#delaySeconds) * 1000;
    const ahead = Math.max(lastAsOfMs, youngestMs) - (serverMs - delayMs);
    const isBack = this.#goesBack(part);
    if (delaySeconds < this.#delaySeconds)
      return {
        kind: 'too young',
        text: `marked as ${delaySeconds} s behind, ${this.#tier} is ${this.#delaySeconds} s`,
      };
    if (ahead > allowanceMs)
      return {
        kind: 'too young',
        text: `instrument ${instrumentId} is ${Math.round(ahead)} ms younger than ${delayMs / 1000} s ago`,
      };
    return isBack;
  }

  /** Of another source or contract the time starts anew, as in the browser. */
  #goesBack({ instrumentId, firstAsOfMs, lastAsOfMs, goesBack, source }: FramePart): Fault | null {
    const view = this.#views.get(instrumentId);
    if (view === undefined) {
      this.#views.set(instrumentId, { asOfMs: lastAsOfMs, source });
      return goesBack ? backwards(instrumentId, 'inside of a frame') : null;
    }
    const isOther = source !== null && view.source !== null && source !== view.source;
    const backMs = isOther ? 0 : view.asOfMs - firstAsOfMs;
    view.source = source ?? view.source;
    view.asOfMs = isOther ? lastAsOfMs : Math.max(view.asOfMs, lastAsOfMs);
    if (goesBack) return backwards(instrumentId, 'inside of a frame');
    return backMs > 0 ? backwards(instrumentId, `by ${backMs} ms`) : null;
  }
}

function backwards(instrumentId: number, how: string): Fault {
  return { kind: 'reordered', text: `the time of instrument ${instrumentId} went back ${how}` };
}

/** How old the oldest data of a frame is beyond its delay; null without data. */
export function ageOf(frame: ReadFrame, nowMs: number, { offsetMs }: ServerPresent): number | null {
  let ageMs: number | null = null;
  for (const { firstAsOfMs, delaySeconds } of frame.parts) {
    const age = nowMs + offsetMs - firstAsOfMs - delaySeconds * 1000;
    if (ageMs === null || age > ageMs) ageMs = age;
  }
  return ageMs;
}
