/** Family `path-param`: a parameter inside the path does not matter (`;jsessionid=…`). */
import { type Family, frequent, plain } from './family.ts';

const LEAST = 2;
const MOST = 40;

export const pathParam: Family = {
  name: 'path-param',
  idea: 'a parameter inside the path, mostly a session id, does not matter',
  propose({ forms }) {
    const counts = new Map<string, number>();
    for (const { source } of forms) {
      if (!source.parts.path.includes(';')) continue;
      const names = source.path.flatMap((component) =>
        component
          .split(';')
          .slice(1)
          .map((text) => text.split('=', 1)[0]!),
      );
      for (const name of new Set(names)) if (name !== '') counts.set(name, (counts.get(name) ?? 0) + 1);
    }
    return frequent(counts, LEAST, MOST).map(([name, seen]) =>
      plain('path-param', { op: 'dropPathParam', name }, seen),
    );
  },
};
