/** Whether an address belongs to the public internet: everything else is refused as the target of a request. */
import ipaddr from 'ipaddr.js';

/**
 * Prefixes that carry an IPv4 address in an IPv6 one (NAT64, 6to4, Teredo) are ranges of their own, and refused as a
 * whole; an IPv4-mapped address is judged as IPv4.
 */
export function isPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'unicast';
}

/** Whether it is this machine itself. */
export function isLoopbackAddress(address: string): boolean {
  return ipaddr.isValid(address) && ipaddr.process(address).range() === 'loopback';
}
