/** Slices of each side: orders that answer the full fill of another again and again. */
import { type MatchEvent, SIDE_BID } from '@undertow/market';
import { AnswerChains } from './institutional-answers.ts';

/** Seconds after which contracts and chains have faded to a third. */
const FADE_SECONDS = 200;
const KEEP = Math.exp(-1 / FADE_SECONDS);
/** Links before a chain is more than a coincidence. */
const FEW_LINKS = 2;

/** Feeds that show orders only. Bid comes first in every pair. */
export class SliceFlow {
  private readonly answers = new AnswerChains();
  private readonly contracts = new Float64Array(2);
  private readonly chains = new Float64Array(2);
  private readonly total = new Float64Array(2);

  /** Sliced contracts of a side, fading, and since the beginning. */
  contractsOf(side: number): number {
    return this.contracts[indexOf(side)] as number;
  }

  totalOf(side: number): number {
    return this.total[indexOf(side)] as number;
  }

  /** Links of the longest chain of a side lately, less the other side's, as logarithms. */
  chainLean(side: number): number {
    const index = indexOf(side);
    return Math.log1p(this.chains[index] as number) - Math.log1p(this.chains[1 - index] as number);
  }

  everySecond(): void {
    for (let index = 0; index < 2; index += 1) {
      this.contracts[index] = (this.contracts[index] as number) * KEEP;
      this.chains[index] = (this.chains[index] as number) * KEEP;
    }
  }

  read(event: MatchEvent): void {
    const { answers } = this;
    answers.read(event);
    for (let n = 0; n < answers.linked; n += 1) {
      const links = answers.linkedLinks[n] as number;
      if (links < FEW_LINKS) continue;
      const index = indexOf(answers.linkedSide[n] as number);
      const size = answers.linkedSize[n] as number;
      this.contracts[index] = (this.contracts[index] as number) + size;
      this.total[index] = (this.total[index] as number) + size;
      this.chains[index] = Math.max(this.chains[index] as number, links);
    }
  }
}

function indexOf(side: number): 0 | 1 {
  return side === SIDE_BID ? 0 : 1;
}
