/** Family `scheme`: http and https show the same pages. */
import { type Family, plain, tally } from './family.ts';

export const scheme: Family = {
  name: 'scheme',
  idea: 'http and https show the same pages',
  propose({ forms }) {
    const counts = tally(forms.map(({ source }) => source.parts.scheme ?? ''));
    const http = counts.get('http') ?? 0;
    const https = counts.get('https') ?? 0;
    if (http === 0 || https === 0) return [];
    return [plain('scheme', { op: 'scheme', to: https >= http ? 'https' : 'http' }, Math.min(http, https))];
  },
};
