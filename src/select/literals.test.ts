/** What a form can be narrowed to: everything that names it, and nothing that looks like the number of one page. */
import { expect, it } from 'vitest';
import { Forms } from './forms.ts';
import { Literals } from './literals.ts';

function keysOf(url: string): string[] {
  const forms = new Forms({ texts: [url], pages: [0], wides: [0] });
  return new Literals().of(forms.find(url)!).map(({ key }) => key);
}

it.each([
  ['http://a.com', ['host a.com', '{"path":{"depth":0}}', '{"path":{"segment":[-1,""]}}', '{"query":"none"}']],
  [
    'http://a.com/x/',
    [
      'host a.com',
      '{"path":{"depth":2}}',
      '{"path":{"prefix":"/x/"}}',
      '{"path":{"segment":[1,"x"]}}',
      '{"path":{"segment":[-1,""]}}',
      '{"query":"none"}',
    ],
  ],
  [
    'http://a.com/x/12345/y/z.html',
    [
      'host a.com',
      '{"path":{"depth":4}}',
      '{"path":{"prefix":"/x/"}}',
      '{"path":{"segment":[1,"x"]}}',
      '{"path":{"segment":[3,"y"]}}',
      '{"path":{"segment":[-1,"z.html"]}}',
      '{"path":{"ext":"html"}}',
      '{"query":"none"}',
    ],
  ],
  [
    'http://a.com/x/Edit.jsp;sid=1',
    [
      'host a.com',
      '{"path":{"depth":2}}',
      '{"path":{"prefix":"/x/"}}',
      '{"path":{"segment":[1,"x"]}}',
      '{"path":{"segment":[2,"Edit.jsp;sid=1"]}}',
      '{"path":{"prefix":"/x/Edit.jsp;"}}',
      '{"query":"none"}',
    ],
  ],
  [
    'http://a.com/Talk:Some?b=1&a&=x&b=&c=12345',
    [
      'host a.com',
      '{"path":{"depth":1}}',
      '{"path":{"segment":[1,"Talk:Some"]}}',
      '{"path":{"prefix":"/Talk:"}}',
      '{"query":"some"}',
      '{"param":"b"}',
      '{"param":"b","value":"1"}',
      '{"param":"a"}',
      '{"param":"b"}',
      '{"param":"c"}',
      '{"params":["","a","b","c"]}',
    ],
  ],
])('%s', (url, expected) => expect(keysOf(url)).toEqual(expected));

it('gives equal literals as one object, so that they can be counted', () => {
  const texts = ['http://a.com/x/y?b=1', 'http://a.com/x/z?b=1'];
  const forms = new Forms({ texts, pages: [0, 1], wides: [0, 1] });
  const literals = new Literals();
  const [first, second] = texts.map((text) => literals.of(forms.find(text)!));
  const shared = first!.filter((literal) => second!.includes(literal)).map(({ key }) => key);
  expect(shared).toContain('{"param":"b","value":"1"}');
  expect(shared).toContain('{"path":{"prefix":"/x/"}}');
  expect(shared).not.toContain('{"path":{"segment":[2,"y"]}}');
});
