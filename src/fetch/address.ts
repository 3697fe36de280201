/** Which internet addresses may be asked: those of the public internet, by an allow-list. */
import ipaddr from 'ipaddr.js';

/** Where clouds answer their own machines, with secrets among other things; one of them is public by its number. */
const PLATFORM = new Set([
  ...['169.254.169.254', '169.254.170.2', '169.254.169.253', '168.63.129.16', '100.100.100.200', '192.0.0.192'],
  ...['fd00:ec2::254', 'fd00:ec2::23', 'fd20:ce::254'],
]);
/** All that is given out to the public so far. */
const PUBLIC_V6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];

/** False for private, loopback, link-local, metadata, carrier, reserved and translated addresses, and for what is no address. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  // An IPv4 address inside an IPv6 one is judged as what it is.
  const parsed = ipaddr.process(address);
  if (parsed.range() !== 'unicast' || PLATFORM.has(parsed.toString())) return false;
  return parsed.kind() === 'ipv4' || (parsed as ipaddr.IPv6).match(PUBLIC_V6);
}

/** False for addresses that no page has, not even on servers of one's own: those of cloud platforms. */
export function isPrivateOrPublicAddress(address: string): boolean {
  return ipaddr.isValid(address) && !PLATFORM.has(ipaddr.process(address).toString());
}
