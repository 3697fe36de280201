/** Finds the canonical address in Link headers (RFC 8288). */

const PARAMETER = '\\s*;\\s*([^\\s=;,<>]+)(?:\\s*=\\s*(?:"([^"]*)"|([^\\s;,"<>]*)))?';
/** A target and its parameters; values may be quoted. */
const LINK = new RegExp(`<([^<>]*)>((?:${PARAMETER})*)`, 'g');
const PARAMETERS = new RegExp(PARAMETER, 'g');

/** Every target with the relation `canonical`, as written. */
export function canonicalLinks(header: string): string[] {
  const found: string[] = [];
  for (const [, target, parameters] of header.matchAll(LINK)) {
    if (relationsOf(parameters!).includes('canonical') && target!.trim() !== '') found.push(target!.trim());
  }
  return found;
}

/** Of several `rel` the first counts. */
function relationsOf(parameters: string): string[] {
  for (const [, name, quoted, bare] of parameters.matchAll(PARAMETERS)) {
    if (name!.toLowerCase() === 'rel') return (quoted ?? bare ?? '').toLowerCase().split(/\s+/);
  }
  return [];
}
