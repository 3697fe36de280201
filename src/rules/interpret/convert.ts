/** The value conversions a rule may ask for. */
import { lowerAscii, percentDecode, percentEncode, upperAscii } from '../../url/index.ts';
import type { Conv } from '../rule.ts';

export function convert(conv: Conv | undefined, value: string): string {
  switch (conv) {
    case undefined:
      return value;
    case 'lower':
      return lowerAscii(value);
    case 'upper':
      return upperAscii(value);
    case 'decode':
      return percentDecode(value);
    case 'encode':
      return percentEncode(value);
    case 'capital':
      return upperAscii(value.slice(0, 1)) + value.slice(1);
    case 'space':
      return value.replaceAll('+', '%20');
    case 'underscore':
      return value.replaceAll('%20', '_');
    case 'number':
      return /^0[0-9]+$/.test(value) ? value.replace(/^0+(?=[0-9])/, '') : value;
  }
}
