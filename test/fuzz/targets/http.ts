/** The HTTP API: whatever is asked, an answer of its own making, and no error that should never happen. */
import { DATA, DROP_SID, testApp } from '../../../src/server/app.case.ts';
import { OPERATIONS } from '../../../src/server/operations.ts';
import { type FuzzTarget, hold } from '../target.ts';
import { BYTES } from '../words.ts';

/** Asked so often, an application is replaced: what is changed in it must not pile up. */
const REQUESTS = 200;
const JSON_TYPE = 'content-type: application/json\n';

let app: ReturnType<typeof testApp> | undefined;
let asked = 0;

/** The input: method and path on the first line, then headers, an empty line, the body. */
export const httpTarget: FuzzTarget = {
  name: 'http',
  seeds: () => SEEDS.map((text) => BYTES.encode(text)),
  words: [
    ...[
      'GET ',
      'POST ',
      'PATCH ',
      'DELETE ',
      '/v1/',
      '{"urls":["http://a.com/?sid=1"]}',
      '"include":["quarantined"]',
      '?q=',
      '&host=',
    ],
    ...[
      '&sort=',
      '&limit=',
      '&offset=',
      'state=active',
      'If-Match: "',
      'application/x-ndjson',
      'text/plain',
      '{"',
      '":',
      '[[[[',
    ],
    ...[
      '"__proto__"',
      '\\ud800',
      '..%2f',
      '%00',
      DROP_SID.id,
      'Origin: http://evil',
      'Host: evil',
      'learner',
      'uploads',
    ],
  ],
  patience: 500,
  async run(bytes) {
    const request = requestOf(bytes);
    if (request === null) return;
    if (asked++ % REQUESTS === 0) app = testApp({ data: DATA });
    const { request: send, errors, services } = await app!;
    const response = await send(...request);
    hold(response.status !== 500 && errors.length === 0, () => `${response.status}: ${errors.map(String).join()}`);
    const type = response.headers.get('content-type') ?? '';
    if (type.startsWith('text/event-stream')) {
      await response.body!.cancel();
      return;
    }
    const text = await response.text();
    if (type.includes('json') && !type.includes('ndjson')) JSON.parse(text);
    if (response.status >= 400) hold(type === 'application/problem+json', () => `a refusal as ${type}`);
    hold(!text.includes(process.cwd()), () => 'a path of the machine');
    hold(services.requests.count === 0, () => 'a request that never ended');
  },
};

const SEEDS = [
  ...OPERATIONS.map(({ method, path }) => {
    const filled = path
      .replace('{ref}', DROP_SID.id)
      .replace('{target}', 'nginx')
      .replace(/\{\w+\}/, '1');
    return `${method.toUpperCase()} ${filled}\n${JSON_TYPE}\n{"urls":["http://a.com/?sid=1&x=2","http://a.com/s/"],"include":["quarantined"]}`;
  }),
  'POST /v1/key\ncontent-type: application/x-ndjson\n\n"http://a.com/?sid=1"\n{"url":"http://a.com/"}\n',
  'POST /v1/rewrite\ncontent-type: text/plain\n\nhttp://a.com/?sid=1\nx\n',
  `PATCH /v1/rules/${DROP_SID.id}\n${JSON_TYPE}if-match: "1"\n\n{"state":"refuted","note":"x"}`,
  `POST /v1/jobs\n${JSON_TYPE}\n{"inputs":true,"learner":"auto","seed":1,"minSupport":2}`,
  'GET /v1/rules?q=sid&host=a.com&state=active&minRisk=0&sort=support&direction=desc&offset=0&limit=5\n\n',
  'GET /v1/clusters?q=a&kind=joined&sort=size\n\n',
  'POST /v1/uploads?name=a.tsv\n\n1\thttp://a.com/\n',
  'GET /index.html\n\n',
];

function requestOf(bytes: Uint8Array): [string, RequestInit] | null {
  const text = Buffer.from(bytes);
  const end = text.indexOf('\n\n');
  const [first = '', ...lines] = text
    .subarray(0, end < 0 ? text.length : end)
    .toString('latin1')
    .split('\n');
  const [method = '', ...rest] = first.split(' ');
  const path = rest.join(' ');
  try {
    const headers = new Headers(
      lines.map((line): [string, string] => [line.split(':')[0]!, line.slice(line.indexOf(':') + 1).trim()]),
    );
    const body = end < 0 || method === 'GET' || method === 'HEAD' ? {} : { body: text.subarray(end + 2) };
    const init = { method, headers, ...body };
    // What is no request for the language never comes out of a socket either.
    void new Request(`http://localhost:8640${path}`, init);
    return path.startsWith('/') ? [path, init] : null;
  } catch {
    return null;
  }
}
