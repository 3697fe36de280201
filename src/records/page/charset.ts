/** Turns the bytes of a page into text: the charset is what a byte order mark, the header, or the page itself says, in this order. */

/** As far as pages are searched for what they say of their charset. */
const PRESCAN = 4096;

/** `declared` is the charset of the Content-Type header. Never throws: bytes that fit no charset become replacement characters. */
export function decodeText(bytes: Uint8Array, declared?: string): string {
  const said = decodeAs(markOf(bytes) ?? declared, bytes) ?? decodeAs(ownCharset(bytes), bytes);
  if (said !== undefined) return said;
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decodeAs('windows-1252', bytes)!;
  }
}

function markOf(bytes: Uint8Array): string | undefined {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return 'utf-8';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  return undefined;
}

/** Undefined if there is no such charset. */
function decodeAs(label: string | undefined, bytes: Uint8Array): string | undefined {
  if (label === undefined) return undefined;
  try {
    const decoder = new TextDecoder(label);
    const text = decoder.decode(bytes);
    return decoder.encoding === 'windows-1252' ? text.replace(/[\x80-\x9f]/g, windowsSign) : text;
  } catch {
    return undefined;
  }
}

/** Bytes 80 to 9F of windows-1252. Some versions of Node give the control characters of Latin-1 for them. */
const WINDOWS_SIGNS = '€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ';

function windowsSign(control: string): string {
  return WINDOWS_SIGNS[control.charCodeAt(0) - 0x80]!;
}

/** What a `<meta>` or an XML declaration near the start says. */
function ownCharset(bytes: Uint8Array): string | undefined {
  const start = new TextDecoder('latin1').decode(bytes.subarray(0, PRESCAN));
  if (!/charset|encoding/i.test(start)) return undefined;
  const head = start.replace(/<!--[\s\S]*?(?:-->|$)/g, '');
  const match =
    /<meta\s[^<>]*?charset\s{0,9}=\s{0,9}["']?\s{0,9}([\w.:-]+)/i.exec(head) ??
    /^\s*<\?xml\s[^<>]*?encoding\s{0,9}=\s{0,9}["']([\w.:-]+)/i.exec(head);
  // Text whose ASCII could be read to get here is not UTF-16, whatever it says.
  return match?.[1] === undefined || /^utf-?16/i.test(match[1]) ? undefined : match[1];
}
