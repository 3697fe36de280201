/** Texts in rows: in printable ASCII that sorts as the texts do, numbers likewise, and bytes as texts. */

/** The same text by itself: one that was cut out of a line holds all that was read with it in memory. */
export function alone(text: string): string {
  return JSON.parse(JSON.stringify(text)) as string;
}

/** A whole number as text that sorts as the number does. */
export function padded(value: number, digits = 15): string {
  return String(value).padStart(digits, '0');
}

const PLAIN = /^["-}]*$/;
const encoder = new TextEncoder();

/** Printable ASCII in the order of code points: what is below or above the plain characters is written as `!` or `~` and two digits a byte. */
export function sortable(text: string): string {
  if (PLAIN.test(text)) return text;
  let result = '';
  // A lone surrogate has no bytes of its own; what stands for it in UTF-8 does, as in every file.
  for (const byte of encoder.encode(text)) {
    if (byte > 0x21 && byte < 0x7e) result += String.fromCharCode(byte);
    else result += (byte < 0x7e ? '!' : '~') + byte.toString(16).padStart(2, '0');
  }
  return result;
}

/** Bytes as a text of one character each, and back. */
export function textOfBytes(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += 8192) {
    text += String.fromCharCode(...bytes.subarray(from, from + 8192));
  }
  return text;
}

export function bytesOfText(text: string): Uint8Array {
  const bytes = new Uint8Array(text.length);
  for (let i = 0; i < text.length; i++) bytes[i] = text.charCodeAt(i);
  return bytes;
}
