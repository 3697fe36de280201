/** `ip4` and `ip3`: whether two hosts answer on one address, or on one network, and how few others do. */
import ipaddr from 'ipaddr.js';
import { compareCodePoints } from '../../base/index.ts';

export type AddressGroups = {
  /** 1 / (hosts on the same address - 1); 0 if the addresses differ or one is unknown. */
  ip4(a: number, b: number): number;
  /** The same for the first three octets, or the /48 of an IPv6 address. */
  ip3(a: number, b: number): number;
  /** Hosts with an address. */
  readonly known: number;
};

/** The address of each host, in the order of hosts; undefined if unknown. */
export function addressGroups(addresses: readonly (string | undefined)[]): AddressGroups {
  const full = groupsOf(addresses);
  const nets = groupsOf(addresses.map((address) => address && networkOf(address)));
  return { ip4: full, ip3: nets, known: addresses.filter((address) => address !== undefined).length };
}

/** An address in its one written form, IPv4 also where it is wrapped in IPv6; null if it is none. */
export function parseAddress(text: string): string | null {
  if (!ipaddr.isValid(text)) return null;
  // Shortened forms such as "127.1" are valid to the parser; four octets are what a crawl writes down.
  if (!text.includes(':') && text.split('.').length !== 4) return null;
  return ipaddr.process(text).toNormalizedString();
}

/** The smaller of two addresses: IPv4 before IPv6, then by number. */
export function smallerAddress(a: string, b: string): string {
  const [x, y] = [orderOf(a), orderOf(b)];
  return compareCodePoints(x, y) <= 0 ? a : b;
}

function orderOf(address: string): string {
  const bytes = ipaddr.parse(address).toByteArray();
  return `${bytes.length > 4 ? 6 : 4}${bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}

function networkOf(address: string): string {
  const bytes = ipaddr.parse(address).toByteArray();
  return bytes.length > 4 ? `6 ${bytes.slice(0, 6).join('.')}` : `4 ${bytes.slice(0, 3).join('.')}`;
}

function groupsOf(names: readonly (string | undefined)[]): (a: number, b: number) => number {
  const sizes = new Map<string, number>();
  for (const name of names) if (name !== undefined) sizes.set(name, (sizes.get(name) ?? 0) + 1);
  return (a, b) => {
    const name = names[a];
    return name === undefined || name !== names[b] || a === b ? 0 : 1 / (sizes.get(name)! - 1);
  };
}
