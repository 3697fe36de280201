/** Family `case`: upper and lower case in the path, or in one component of it, do not matter. */
import { type Family, type Hypothesis, plain, type SiteForm } from './family.ts';

const PLACES = [1, 2, 3, 4, -1];
const WHOLE = { op: 'lowerPath' } as const;

export const letterCase: Family = {
  name: 'case',
  idea: 'upper and lower case in the path, or in one component of it, do not matter',
  propose(view) {
    const upper = view.forms.filter(({ source }) => hasUpper(source.parts.path));
    if (upper.length === 0) return [];
    const places = PLACES.map((segment): Hypothesis => {
      const seen = upper.filter((form) => hasUpper(componentAt(form, segment))).length;
      return { ...plain('case', { op: 'lowerPath', segment }, seen), within: WHOLE };
    });
    return [plain('case', WHOLE, upper.length), ...places.filter(({ seen }) => seen > 0)];
  },
};

function hasUpper(text: string): boolean {
  return /[A-Z]/.test(text);
}

function componentAt({ source: { path } }: SiteForm, place: number): string {
  return path.at(place > 0 ? place - 1 : place) ?? '';
}
