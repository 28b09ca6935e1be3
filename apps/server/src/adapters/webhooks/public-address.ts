/** Which addresses a receiver may have: public ones only, so that no webhook reaches what our network or machine serves. */
import ipaddr from 'ipaddr.js';

/** Global unicast of IPv6 (RFC 4291); translations to IPv4 such as NAT64 are outside of it, or have a range of their own. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3');

export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.parse(address);
  if (parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || parsed.match(GLOBAL_V6);
}

export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.parse(address).range() === 'loopback';
}
