/** Draws a style of trading, of those that the session has. */
import type { AgentStyle } from '#ground-truth/agent-styles.ts';
import type { MarketAccess } from './market-access.ts';

/**
 * Draws until the style is not excluded; a session without exclusions takes the first draw.
 *
 * @param nameOf the style that a draw belongs to
 */
export function drawStyle<T>(
  { excludedStyles }: Pick<MarketAccess, 'excludedStyles'>,
  draw: () => T,
  nameOf: (drawn: T) => AgentStyle,
): T {
  for (;;) {
    const drawn = draw();
    if (!excludedStyles.has(nameOf(drawn))) return drawn;
  }
}
