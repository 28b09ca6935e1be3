/** Whether an address belongs to the public internet: everything else is refused as the target of a request. */
import ipaddr from 'ipaddr.js';

/**
 * Global unicast of IPv6 (RFC 4291). Prefixes that carry an IPv4 address in an IPv6 one (mapped, NAT64, 6to4, Teredo) are outside of it, or
 * ranges of their own, and refused as a whole.
 */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_V6);
}

/** Whether it is this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
