// A small shop with the habits of many shops: session numbers in links, tracking, views, aliases, sort orders, and colors that matter for some goods only.
// node server.mjs [port]; every answer says in the header X-Page which page it is, so that a crawl can be judged.
import { createHash } from 'node:crypto';
import { createServer } from 'node:http';

const CATEGORIES = ['garden', 'kitchen', 'lamps', 'office', 'paper', 'tools', 'toys', 'textiles'];
const PER_CATEGORY = 12;
const PER_PAGE = 6;
const COLORS = ['blue', 'green', 'red'];
const SORTS = ['name', 'price'];
const WORDS =
  'amber anchor apple arrow basin beacon birch bottle branch bridge bronze bucket candle canvas carbon cedar chalk clover cobalt copper coral cotton cradle crystal dapple delta ember fabric feather fern flint forest garnet ginger glass granite harbor hazel hollow indigo iron island ivory jasper juniper kettle lantern larch lattice leather linen magnet maple marble meadow mellow mirror mosaic nickel oak ochre olive opal orchard paper pebble pewter pine pitcher plum prairie quartz quiver raven reed ribbon river rowan russet saddle sage scarlet shadow silver slate spruce steel stone summer thistle timber topaz tulip umber valley velvet walnut willow winter woolen yarrow zinc'.split(
    ' ',
  );

const PRODUCTS = CATEGORIES.flatMap((category, c) =>
  Array.from({ length: PER_CATEGORY }, (_, i) => {
    const id = 100 + c * PER_CATEGORY + i;
    const name = `${pick(id, 1)} ${pick(id, 2)} ${category.replace(/s$/, '')} ${id}`;
    return { id, category, name, slug: name.replaceAll(' ', '-'), price: 3 + ((id * 7919) % 96) };
  }),
);

/** Every page that there is: what a crawl must find. */
export function allPages() {
  const lists = CATEGORIES.flatMap((category) =>
    SORTS.flatMap((sort) =>
      Array.from({ length: PER_CATEGORY / PER_PAGE }, (_, page) => `list ${category} ${sort} ${page + 1}`),
    ),
  );
  const products = PRODUCTS.flatMap(({ id, category }) =>
    category === 'textiles' ? COLORS.map((color) => `product ${id} ${color}`) : [`product ${id}`],
  );
  return new Set(['home', 'terms', 'contact', ...lists, ...products]);
}

/** Sessions are lost after this many requests, and links get a new number. */
const SESSION_LENGTH = 50;

export function startShop(port = 0) {
  let requests = 0;
  /** When sessions began, in requests. */
  const sessions = new Map();
  const server = createServer((request, response) => {
    requests++;
    const url = new URL(request.url, 'http://shop');
    const { page, status = 200, title, html, location } = answer(url, request.url);
    if (location) {
      response.writeHead(301, { location }).end();
      return;
    }
    let sid = url.searchParams.get('sid');
    if (!(requests - sessions.get(sid) < SESSION_LENGTH)) {
      sid = createHash('md5').update(`session ${requests}`).digest('hex');
      sessions.set(sid, requests);
    }
    const body = html.replaceAll('SID', `sid=${sid}`);
    response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'x-page': page });
    response.end(
      `<!doctype html><title>${title}</title><header><a href="/">Shop</a> <a href="/index.html?SID">Home</a>`.replace(
        'SID',
        `sid=${sid}`,
      ) +
        `<p>All you need for house and yard, sent the day you order it.</header>${body}` +
        `<footer>It is ${new Date().toISOString()}; your number is ${sid}. <a href="/terms?sid=${sid}">Terms</a> <a href="/contact?sid=${sid}&amp;ref=footer">Contact</a></footer>`,
    );
  });
  // A crawler in the same process may be busy for a while.
  server.keepAliveTimeout = 120_000;
  return new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => {
      const { port: opened } = server.address();
      const close = () =>
        new Promise((done) => {
          server.close(done);
          server.closeAllConnections();
        });
      resolve({ url: `http://127.0.0.1:${opened}/`, close, requests: () => requests });
    });
  });
}

function answer(url, raw) {
  const path = url.pathname.replace(/\/{2,}/g, '/').replace(/(.)\/$/, '$1');
  if (path === '/' || path === '/index.html') return home();
  if (path === '/terms' || path === '/contact') return plain(path.slice(1));
  const [, kind, name = ''] = path.split('/');
  if (kind === 'category') {
    // Old links, which everybody still has.
    const old = CATEGORIES[Number(name) - 1];
    if (old) return { location: `/list/${old}${url.search}` };
  }
  if (kind === 'list' && CATEGORIES.includes(name)) return list(name, url.searchParams);
  const product = PRODUCTS.find(({ id }) => id === Number.parseInt(name, 10));
  if (kind === 'product' && product) return { location: `/p/${product.id}-${product.slug}${url.search}` };
  if (kind === 'p' && product) return item(product, url.searchParams);
  return { page: 'none', status: 404, title: 'Not found', html: `<p>There is nothing at ${raw.length} characters.` };
}

function home() {
  const links = CATEGORIES.map(
    (name, i) => `<li><a href="/list/${name}?SID">${name}</a> <a href="/category/${i + 1}?SID">all</a>`,
  );
  return { page: 'home', title: 'Shop', html: `<h1>Welcome</h1><ul>${links.join('')}</ul>` };
}

function plain(name) {
  return { page: name, title: name, html: `<h1>${name}</h1><p>${text(name.length * 31, 80)}` };
}

function list(category, params) {
  const sort = SORTS.includes(params.get('sort')) ? params.get('sort') : SORTS[0];
  const pages = PER_CATEGORY / PER_PAGE;
  const page = Math.min(Math.max(Number.parseInt(params.get('page') ?? '1', 10) || 1, 1), pages);
  const goods = PRODUCTS.filter((product) => product.category === category).sort((a, b) =>
    sort === 'price' ? a.price - b.price || a.id - b.id : a.name < b.name ? -1 : 1,
  );
  const shown = goods.slice((page - 1) * PER_PAGE, page * PER_PAGE);
  const rows = shown.map(
    ({ id, slug, name, price }, i) =>
      `<tr><td><a href="/p/${id}-${slug}?SID&amp;ref=list">${name}</a><td><a href="/p/${id}-${slug}?SID&amp;color=${COLORS[(i + page) % 3]}">details</a><td>${price}`,
  );
  const others = Array.from(
    { length: pages },
    (_, i) => `<a href="?page=${i + 1}&amp;sort=${sort}&amp;SID">${i + 1}</a>`,
  );
  const sorts = SORTS.map((one) => `<a href="?sort=${one}&amp;SID">by ${one}</a>`);
  const views = ['grid', 'rows'].map(
    (one) => `<a href="?sort=${sort}&amp;page=${page}&amp;view=${one}&amp;SID">${one}</a>`,
  );
  return {
    page: `list ${category} ${sort} ${page}`,
    title: `${category} by ${sort}, page ${page}`,
    html: `<h1>${category}</h1><table>${rows.join('')}</table>${[...others, ...sorts, ...views].join(' ')}`,
  };
}

function item({ id, category, name, slug, price }, params) {
  const asked = params.get('color');
  const color = category === 'textiles' ? (COLORS.includes(asked) ? asked : COLORS[0]) : '';
  const neighbors = [id - 1, id + 1].flatMap((other) => PRODUCTS.filter((product) => product.id === other));
  const related = neighbors.map(
    (one, i) => `<a href="${i === 0 ? `/product/${one.id}` : `/p/${one.id}-${one.slug}`}?SID">${one.name}</a>`,
  );
  const colors = color === '' ? [] : COLORS.map((one) => `<a href="/p/${id}-${slug}?color=${one}&amp;SID">${one}</a>`);
  return {
    page: `product ${id}${color && ` ${color}`}`,
    title: `${name} ${color}`.trim(),
    html:
      `<h1>${name} ${color}</h1><p>${price} coins. ${text(id, 70)} ${color && text(id + color.length * 1000, 20)}</p>` +
      `<a href="/p/${id}-${slug}?SID&amp;print=1">print</a> ${colors.join(' ')} ${related.join(' ')}`,
  };
}

function text(seed, words) {
  return Array.from({ length: words }, (_, i) => pick(seed, i + 3)).join(' ');
}

function pick(seed, i) {
  const mixed = Math.imul(Math.imul(seed, 0x9e3779b1) ^ Math.imul(i, 0x85ebca6b), 0xc2b2ae35);
  return WORDS[(mixed >>> 8) % WORDS.length];
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  const { url } = await startShop(Number(process.argv[2] ?? 0));
  process.stdout.write(`${url}\n`);
}
