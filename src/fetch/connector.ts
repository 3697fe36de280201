/** Opens connections to allowed addresses only: what a name leads to is checked at the moment of connecting, and once more when connected. */
import { lookup as systemLookup } from 'node:dns';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import { buildConnector } from 'undici';

/** Why no connection was made; nothing was sent. */
export class RefusedAddress extends Error {}

type Connector = buildConnector.connector;

/** A connector for the fetcher. */
export function createConnector(
  timeoutMs: number,
  isAllowed: (address: string) => boolean,
  lookup: LookupFunction = systemLookup,
): Connector {
  return guarded(buildConnector({ timeout: timeoutMs, lookup: allowedOnly(lookup, isAllowed) }), isAllowed);
}

/** Refuses addresses written as such, for which nothing is looked up, and connections that lead elsewhere than was checked. */
export function guarded(inner: Connector, isAllowed: (address: string) => boolean): Connector {
  return (options, callback) => {
    const host = options.hostname.replace(/^\[|\]$/g, '');
    if (isIP(host) !== 0 && !isAllowed(host)) {
      callback(new RefusedAddress(host), null);
      return;
    }
    inner(options, (...result) => {
      const [error, socket] = result;
      if (error !== null || isAllowed((socket as Socket).remoteAddress ?? '')) {
        callback(...result);
        return;
      }
      socket.destroy();
      callback(new RefusedAddress(host), null);
    });
  };
}

/** Leaves out the addresses that are not allowed; what is left is what is connected to, so that no second look-up can differ. */
function allowedOnly(resolve: LookupFunction, isAllowed: (address: string) => boolean): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, found) => {
      if (error) {
        callback(error, []);
        return;
      }
      const addresses = (Array.isArray(found) ? found : []).map(({ address, family }) => ({ address, family }));
      const usable = addresses.filter(({ address }) => isAllowed(address));
      const [first] = usable;
      if (first === undefined) callback(new RefusedAddress(hostname), []);
      else if (options.all) callback(null, usable);
      else callback(null, first.address, first.family);
    });
  };
}
