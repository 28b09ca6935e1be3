/** The trading disclaimer: a section of the terms, and a text that is agreed to by itself. */
import { list, section, text } from './legal-document.ts';

export const TRADING_DISCLAIMER = section(
  'disclaimer',
  'Trading disclaimer',
  text(
    'Undertow is an **analysis tool only and gives no investment advice**. What it shows (an event, a level, a pattern, a confidence, a measured rate, a statistic of your own trades) describes market data or records. None of it is a recommendation to buy, sell or hold anything, and none of it is a personal recommendation: the product does not know your aims, your means, your experience or your obligations, and what it shows is the same for every reader of a plan.',
  ),
  list(
    'The product places no orders, holds no money of yours, opens no account with a broker and is paid by no broker.',
    'An event marked “exact” is proven by the exchange’s own messages. Every other event is a probability, shown with what it rests on, and can be wrong.',
    'Where a pattern is called “spoofing-like”, the words describe the order book. They state nothing about the intent of any person.',
    'Names such as “smart reversal”, “momentum exhaustion” or “price prediction” are names of calculations. They predict nothing with certainty.',
    'Alerts say that something was seen. They do not say that it is a good moment to trade.',
  ),
  text(
    'Every decision to trade, and every decision not to, is yours. If you need advice, ask a person who is authorised to give it.',
  ),
);
