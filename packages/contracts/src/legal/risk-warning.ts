/** The risk warning: a section of the terms, and a text that is agreed to by itself. */
import { list, note, section, text } from './legal-document.ts';

export const RISK_WARNING = section(
  'risk',
  'Risk warning',
  note(
    'warn',
    'Trading futures can lose more than the money you deposit. Leverage makes small moves large. Trade only with money you can afford to lose.',
  ),
  list(
    '**Leverage.** A future controls a value many times the margin deposited for it. A small move against you can cost the whole deposit and more, within seconds.',
    '**Gaps and stops.** A stop order is no guarantee of a price. In a fast market, over a weekend or a halt it can be filled far from its level, or not at all.',
    '**Data.** Market data can be late, incomplete or wrong. The state of the feed is shown inside the chart; a Basic plan sees the market of 15 minutes ago and is not made for deciding on the present one.',
    '**Technology.** Connections, browsers, servers and providers fail. Do not rely on this product as the only way to watch an open position.',
    '**Measured rates.** A rate describes the past on a stated sample. It promises no result.',
  ),
  text(
    '**Hypothetical and simulated performance.** The demo, backtests and rates measured on simulated markets are not results of actual trading. Simulated results are prepared with the benefit of hindsight, do not carry financial risk, and cannot fully account for liquidity or for how a person acts under a loss. No representation is made that any account will or is likely to achieve profits or losses like those shown.',
  ),
  text('If you do not understand these risks, do not trade futures.'),
);
