/** Rules that must be refused, each with the sentence that says why; and short ways to build rules, good and bad. */

export const scope = { hosts: ['a.com'] };

export function set(...rules: readonly object[]): object {
  return { dustpan: 1, apply: 'first', sun: false, rules };
}

export function tokens(match: readonly unknown[], emit: readonly unknown[] = [{ lit: 'a' }]): object {
  return { scope, match: { view: 'tokens', seq: match }, emit: { view: 'tokens', seq: emit } };
}

export function keys(match: object, emit: object = {}): object {
  return {
    scope,
    match: { view: 'keys', where: {}, pathLen: null, query: 'open', ...match },
    emit: { view: 'keys', set: {}, queryOrder: 'keep', ...emit },
  };
}

export function text(alpha: readonly unknown[], beta: readonly unknown[], anchors: object = {}): object {
  return { scope, match: { view: 'text', alpha, start: false, end: false, ...anchors }, emit: { view: 'text', beta } };
}

export function edit(op: object, when: readonly unknown[] = [], unless: readonly unknown[] = []): object {
  return { scope, match: { view: 'edit', when, unless }, emit: { view: 'edit', op } };
}

/** `count` optional parts around one letter. */
function nestedOpt(count: number): unknown {
  let el: unknown = { lit: 'a' };
  for (let i = 0; i < count; i++) el = { opt: [el] };
  return el;
}

function nestedCat(count: number): unknown {
  let expr: unknown = { lit: 'a' };
  for (let i = 0; i < count; i++) expr = { cat: [expr] };
  return expr;
}

/** In the order of the views, then evidence. */
export const RULE_PROBLEMS: readonly (readonly [object, string])[] = [
  [
    { ...edit({ op: 'decode' }), extra: 1 },
    'rules[0] has an unknown field "extra"; its fields are scope, match, emit, v, id, learner, directed, state, evidence, stats, note.',
  ],
  [
    JSON.parse('{"__proto__":{},"scope":{"hosts":"*"}}'),
    'rules[0] has an unknown field "__proto__"; its fields are scope, match, emit, v, id, learner, directed, state, evidence, stats, note.',
  ],
  [{ match: {}, emit: {} }, 'rules[0] has no field "scope"; add it.'],
  [{ ...edit({ op: 'decode' }), v: 2 }, 'rules[0].v must be 1, not 2; if a newer dustpan wrote it, update dustpan.'],
  [
    { ...edit({ op: 'decode' }), learner: 'magic' },
    'rules[0].learner must be one of "duster", "dustlin", "dustbuster", "rewrite", "koppula", "pattern-tree", "families", "replicas", "manual", not "magic".',
  ],
  [
    { ...edit({ op: 'decode' }), state: 'off' },
    'rules[0].state must be one of "active", "quarantined", "refuted", not "off".',
  ],
  [{ ...edit({ op: 'decode' }), directed: 'yes' }, 'rules[0].directed must be true or false, not "yes".'],
  [{ ...edit({ op: 'decode' }), note: 1 }, 'rules[0].note must be a text, not 1.'],
  [{ ...edit({ op: 'decode' }), id: 7 }, 'rules[0].id must be a text, not 7.'],
  [
    { ...edit({ op: 'decode' }), scope: { hosts: 'a.com' } },
    'rules[0].scope.hosts must be "*" or a list of hosts, not "a.com".',
  ],
  [{ ...edit({ op: 'decode' }), scope: { hosts: [] } }, 'rules[0].scope.hosts is empty; give at least one entry.'],
  [
    { ...edit({ op: 'decode' }), scope: { hosts: ['a.com', 'http://b.com/'] } },
    'rules[0].scope.hosts[1] is "http://b.com/"; give a host without scheme, user, port, path and final dot.',
  ],
  [
    { ...edit({ op: 'decode' }), scope: { hosts: ['a.com:80'] } },
    'rules[0].scope.hosts[0] is "a.com:80"; give a host without scheme, user, port, path and final dot.',
  ],
  [{ scope, match: [], emit: {} }, 'rules[0].match must be an object, not a list.'],
  [
    { scope, match: { view: 'regex' }, emit: {} },
    'rules[0].match.view must be one of "tokens", "keys", "text", "edit", not "regex".',
  ],
  [
    { scope, match: { view: 'edit', when: [], unless: [] }, emit: { view: 'text', beta: [] } },
    'rules[0].emit is of view "text", but the match is of view "edit"; give both the same view.',
  ],
  // Tokens.
  [tokens([]), 'rules[0].match.seq is empty; say what to match.'],
  [tokens([{ lit: 'a' }], []), 'rules[0].emit.seq is empty, so that all URLs would become one; say what to emit.'],
  [tokens([{ lit: 'a' }, 'b']), 'rules[0].match.seq[1] must be an object, not "b".'],
  [
    tokens([{ lit: 'a', star: 1 }]),
    'rules[0].match.seq[0] must have exactly one of the fields lit, star, type, alt, opt.',
  ],
  [tokens([{ lit: 'a', x: 1 }]), 'rules[0].match.seq[0] has an unknown field "x"; its fields are lit.'],
  [tokens([{ lit: '' }]), 'rules[0].match.seq[0].lit is empty; remove it.'],
  [
    tokens([{ star: 2 }]),
    'rules[0].match.seq[0].star must be 1: captures are numbered 1, 2, … from left to right over star and type.',
  ],
  [
    tokens([{ star: 1 }, { opt: [{ type: 'n', cap: 1 }] }]),
    'rules[0].match.seq[1].opt[0].cap must be 2: captures are numbered 1, 2, … from left to right over star and type.',
  ],
  [tokens([{ type: 'x', cap: null }]), 'rules[0].match.seq[0].type must be one of "a", "n", not "x".'],
  [tokens([{ type: 'a' }]), 'rules[0].match.seq[0] has no field "cap"; add it.'],
  [tokens([{ alt: [] }]), 'rules[0].match.seq[0].alt is empty; give at least one entry.'],
  [tokens([{ alt: ['a', ''] }]), 'rules[0].match.seq[0].alt[1] is empty; remove it.'],
  [tokens([{ opt: [] }]), 'rules[0].match.seq[0].opt is an empty optional part; remove it.'],
  [
    tokens([nestedOpt(17)]),
    `rules[0].match.seq[0]${'.opt[0]'.repeat(16)} is the optional part inside more than 16 others; flatten it.`,
  ],
  [
    tokens([{ star: 1 }], [{ ref: 2 }]),
    'rules[0].emit.seq[0].ref is 2, but the match has 1 captures; refer to one of them.',
  ],
  [tokens([{ star: 1 }], [{ ref: 0 }]), 'rules[0].emit.seq[0].ref must be a whole number of at least 1, not 0.'],
  [
    tokens([{ star: 1 }], [{ ref: 1, conv: 'trim' }]),
    'rules[0].emit.seq[0].conv must be one of "lower", "upper", "decode", "encode", "capital", "space", "underscore", "number", not "trim".',
  ],
  [tokens([{ star: 1 }], [{ any: false }]), 'rules[0].emit.seq[0].any must be true, not false.'],
  [tokens([{ star: 1 }], [{ alt: [''] }]), 'rules[0].emit.seq[0].alt[0] is empty; remove it.'],
  // Keys.
  [
    keys({ where: { port: { any: true } } }),
    'rules[0].match.where["port"] is named by "port", which is no key; write scheme, host, path[1], path[-1], query[name] or query[name#2].',
  ],
  [
    keys({ where: { 'path[0]': { any: true } } }),
    'rules[0].match.where["path[0]"] is named by "path[0]", which is no key; write scheme, host, path[1], path[-1], query[name] or query[name#2].',
  ],
  [
    keys({ where: { 'query[a#1]': { any: true } } }),
    'rules[0].match.where["query[a#1]"] is named by "query[a#1]", which is no key; write scheme, host, path[1], path[-1], query[name] or query[name#2].',
  ],
  [
    keys({ where: { host: { eq: null } } }),
    'rules[0].match.where["host"].eq can be null only for a parameter; write "" or {"absent":true}.',
  ],
  [keys({ where: { host: { in: [] } } }), 'rules[0].match.where["host"].in is empty; give at least one entry.'],
  [
    keys({ where: { host: { type: 'x' } } }),
    'rules[0].match.where["host"].type must be one of "a", "n", "alnum", not "x".',
  ],
  [
    keys({ where: { host: {} } }),
    'rules[0].match.where["host"] must have exactly one of the fields eq, in, any, type, absent.',
  ],
  [keys({ pathLen: -1 }), 'rules[0].match.pathLen must be a whole number of at least 0, not -1.'],
  [keys({ query: 'some' }), 'rules[0].match.query must be one of "exact", "open", not "some".'],
  [keys({ deep: { host: ['a'] } }), 'rules[0].match.deep["host"] must be a path component or a parameter.'],
  [keys({ deep: { 'path[1]': [] } }), 'rules[0].match.deep["path[1]"] is empty; give at least one piece.'],
  [keys({ deep: { 'path[1]': ['a', ''] } }), 'rules[0].match.deep["path[1]"][1] is empty; remove it.'],
  [
    keys({ deep: { 'path[1]': [null, null] } }),
    'rules[0].match.deep["path[1]"][1] is a wildcard right after another; remove it.',
  ],
  [
    keys({ where: { 'path[1].3': { any: true } }, deep: { 'path[1]': ['a', null] } }),
    'rules[0].match.where["path[1].3"] names piece 3 of path[1], but match.deep gives it 2; add the glob that defines it.',
  ],
  [
    keys({}, { set: { host: { ref: 'path[2].1' } } }),
    'rules[0].emit.set["host"].ref names piece 1 of path[2], but match.deep gives it 0; add the glob that defines it.',
  ],
  [
    keys({}, { set: { host: { ref: 'nothing' } } }),
    'rules[0].emit.set["host"].ref is named by "nothing", which is no key; write scheme, host, path[1], path[-1], query[name] or query[name#2].',
  ],
  [
    keys({}, { set: { scheme: { del: true } } }),
    'rules[0].emit.set["scheme"] cannot be deleted; a URL needs its scheme.',
  ],
  [keys({}, { set: { host: { lit: null } } }), 'rules[0].emit.set["host"] can be null only for a parameter; write "".'],
  [
    keys({}, { set: { 'path[1]': { lit: 'a' } }, path: [] }),
    'rules[0].emit.set["path[1]"] cannot be set together with "path", which replaces the whole path; keep one.',
  ],
  [
    keys({}, { path: [{ lit: 'a' }, { del: true }] }),
    'rules[0].emit.path[1] deletes a part of a text; leave the part out instead.',
  ],
  [keys({}, { path: [{ lit: null }] }), 'rules[0].emit.path[0] can be null only for a parameter; write "".'],
  [
    keys({}, { set: { host: { cat: [{ del: true }] } } }),
    'rules[0].emit.set["host"].cat[0] deletes a part of a text; leave the part out instead.',
  ],
  [keys({}, { set: { host: { cat: [] } } }), 'rules[0].emit.set["host"].cat is empty; write {"lit":""}.'],
  [
    keys({}, { set: { host: nestedCat(17) } }),
    `rules[0].emit.set["host"]${'.cat[0]'.repeat(16)} is the cat inside more than 16 others; flatten it.`,
  ],
  [keys({}, { set: { host: { conv: 'lower' } } }), 'rules[0].emit.set["host"] has no field "of"; add it.'],
  [keys({}, { queryOrder: 'up' }), 'rules[0].emit.queryOrder must be one of "keep", "sort", not "up".'],
  [keys({}, { queryOrder: [] }), 'rules[0].emit.queryOrder is empty; give at least one entry.'],
  [keys({}, { queryOrder: ['a', 'a'] }), 'rules[0].emit.queryOrder names a parameter twice; keep one.'],
  // Text.
  [text(['a', 'b'], []), 'rules[0].match.alpha[0] is "a", not one token of the joined text; write "ab" there.'],
  [text(['a.b'], []), 'rules[0].match.alpha[0] is "a.b", not one token of the joined text; write "a" there.'],
  [text(['a', ''], []), 'rules[0].match.alpha[1] is "", not one token of the joined text; remove it.'],
  [
    text(['a'], ['\ud83d', '\ude00']),
    'rules[0].emit.beta[0] is "\\ud83d", not one token of the joined text; write "😀" there.',
  ],
  [
    text(['a'], ['a']),
    'rules[0].emit.beta is the same text as alpha, so that the rule changes nothing; remove the rule.',
  ],
  [text([], ['a']), 'rules[0].match.alpha is empty and has no anchor; say which text to replace.'],
  [text(['a'], [], { start: 1 }), 'rules[0].match.start must be true or false, not 1.'],
  // Edit.
  [
    edit({ op: 'explode' }),
    'rules[0].emit.op.op must be one of "host", "scheme", "dropPort", "dropParam", "anyParam", "aliasParam", "renameParam", "dropQuery", "sortParams", "dropEmptyParams", "dropRepeatedParams", "separator", "lowerPath", "decode", "collapseSlashes", "trimSlash", "dropSuffix", "dropSegment", "anySegment", "dropPathParam", "aliasPrefix", "pathFromParam", not "explode".',
  ],
  [edit({ op: 'constructor' }), 'not "constructor".'],
  [edit({}), 'rules[0].emit.op has no field "op"; add it.'],
  [edit({ op: 'decode', segment: 1 }), 'rules[0].emit.op has an unknown field "segment"; its fields are op.'],
  [edit({ op: 'host', from: [], to: 'a.com' }), 'rules[0].emit.op.from is empty; give at least one entry.'],
  [
    edit({ op: 'host', from: ['B.com'], to: 'b.com' }),
    'rules[0].emit.op has "b.com" in "from" and as "to"; remove it from "from".',
  ],
  [
    edit({ op: 'host', from: ['b.com'], to: 'a.com/' }),
    'rules[0].emit.op.to is "a.com/"; give a host without scheme, user, port, path and final dot.',
  ],
  [edit({ op: 'scheme', to: 'ftp' }), 'rules[0].emit.op.to must be one of "http", "https", not "ftp".'],
  [edit({ op: 'dropParam' }), 'rules[0].emit.op must have exactly one of the fields name, prefix.'],
  [edit({ op: 'dropParam', prefix: '' }), 'rules[0].emit.op.prefix is empty; to drop all parameters use dropQuery.'],
  [
    edit({ op: 'dropParam', prefix: 'a', value: 'b' }),
    'rules[0].emit.op has an unknown field "value"; its fields are op, prefix.',
  ],
  [
    edit({ op: 'aliasParam', name: 'a', from: ['1', '2'], to: '2' }),
    'rules[0].emit.op has "2" in "from" and as "to"; remove it from "from".',
  ],
  [
    edit({ op: 'aliasParam', name: 'a', from: ['1'], to: '2&b' }),
    'rules[0].emit.op.to contains "&", which would change how the URL splits; write it percent-encoded.',
  ],
  [edit({ op: 'renameParam', from: 'a', to: 'a' }), 'rules[0].emit.op renames "a" to itself; remove the rule.'],
  [
    edit({ op: 'renameParam', from: 'a', to: 'b=c' }),
    'rules[0].emit.op.to contains "=", which would change how the URL splits; write it percent-encoded.',
  ],
  [edit({ op: 'separator', to: ';' }), 'rules[0].emit.op.to must be one of "&", not ";".'],
  [
    edit({ op: 'lowerPath', segment: 0 }),
    'rules[0].emit.op.segment must be 1, 2, … from the start or -1, -2, … from the end, not 0.',
  ],
  [
    edit({ op: 'anySegment', segment: 1.5 }),
    'rules[0].emit.op.segment must be 1, 2, … from the start or -1, -2, … from the end, not 1.5.',
  ],
  [
    edit({ op: 'dropSegment', segment: 0 }, [{ path: { depth: 2 } }]),
    'rules[0].emit.op.segment must be 1, 2, … from the start or -1, -2, … from the end, not 0.',
  ],
  [
    edit({ op: 'dropSegment', segment: 1 }, [{ path: { prefix: '/a' } }], [{ path: { depth: 2 } }]),
    'rules[0].emit.op drops a component by its number and would eat the whole path; add a depth condition to match.when.',
  ],
  [
    edit({ op: 'dropSuffix', suffix: '' }),
    'rules[0].emit.op.suffix is empty, so that nothing would be dropped; say which text.',
  ],
  [edit({ op: 'aliasPrefix', from: ['en'], to: '/de' }), 'rules[0].emit.op.from[0] is "en"; a path starts with "/".'],
  [edit({ op: 'aliasPrefix', from: ['/en'], to: 'de' }), 'rules[0].emit.op.to is "de"; a path starts with "/".'],
  [
    edit({ op: 'aliasPrefix', from: ['/en', '/a'], to: '/a/b' }),
    'rules[0].emit.op.from[1] is "/a", with which "to" begins, so that paths would grow for ever; remove it.',
  ],
  [
    edit({ op: 'aliasPrefix', from: ['/'], to: '/a' }),
    'rules[0].emit.op.from[0] is "/", with which "to" begins, so that paths would grow for ever; remove it.',
  ],
  [
    edit({ op: 'aliasPrefix', from: ['/a'], to: '/a' }),
    'rules[0].emit.op.from[0] is "/a", with which "to" begins, so that paths would grow for ever; remove it.',
  ],
  [
    edit({ op: 'aliasPrefix', from: ['/en/'], to: '/de' }),
    'rules[0].emit.op.from[0] is "/en/" and "to" is "/de"; end both or neither with "/", or components would run together.',
  ],
  [
    edit({ op: 'pathFromParam', param: 'p', prefix: 'wiki/' }),
    'rules[0].emit.op.prefix is "wiki/"; a path starts with "/".',
  ],
  [
    edit({ op: 'pathFromParam', param: 'p', prefix: '/', suffix: '?a' }),
    'rules[0].emit.op.suffix contains "?", which would change how the URL splits; write it percent-encoded.',
  ],
  [
    edit({ op: 'decode' }, [{ host: 'a' }]),
    'rules[0].match.when[0] must have exactly one of the fields path, param, params, query.',
  ],
  [
    edit({ op: 'decode' }, [], [{ path: {} }]),
    'rules[0].match.unless[0].path is empty; give prefix, depth, ext or segment.',
  ],
  [
    edit({ op: 'decode' }, [{ path: { segment: [0, 'a'] } }]),
    'rules[0].match.when[0].path.segment[0] must be 1, 2, … from the start or -1, -2, … from the end, not 0.',
  ],
  [
    edit({ op: 'decode' }, [{ path: { segment: [1] } }]),
    'rules[0].match.when[0].path.segment must be a pair of a number and a text.',
  ],
  [
    edit({ op: 'decode' }, [{ path: { depth: 1.5 } }]),
    'rules[0].match.when[0].path.depth must be a whole number of at least 0, not 1.5.',
  ],
  [
    edit({ op: 'decode' }, [{ query: 'any' }]),
    'rules[0].match.when[0].query must be one of "none", "some", "semicolon", "word", not "any".',
  ],
  // Evidence.
  [
    { ...edit({ op: 'decode' }), evidence: { support: -1 } },
    'rules[0].evidence.support must be a whole number of at least 0, not -1.',
  ],
  [
    { ...edit({ op: 'decode' }), evidence: { fpr: 2 } },
    'rules[0].evidence.fpr must be a number from 0 to 1, or null when it is not known, not 2.',
  ],
  [
    { ...edit({ op: 'decode' }), evidence: { fetchable: { checked: 10, ok: 11 } } },
    'rules[0].evidence.fetchable.ok is 11, more than the 10 that were checked.',
  ],
  [
    { ...edit({ op: 'decode' }), evidence: { fetched: { tested: 3, positive: 1, negative: 1, skipped: 0 } } },
    'rules[0].evidence.fetched.tested is 3, but positive and negative are 2 together.',
  ],
  [
    { ...edit({ op: 'decode' }), evidence: { likely: { pairs: 3, label: 0, sketch: 1, size: 1, unknown: 0 } } },
    'rules[0].evidence.likely.pairs is 3, but label, sketch, size, unknown are 2 together.',
  ],
  [
    { ...edit({ op: 'decode' }), evidence: { withoutSingles: { support: 1 } } },
    'rules[0].evidence.withoutSingles has no field "falsePairs"; add it.',
  ],
  [
    { ...edit({ op: 'decode' }), evidence: { examples: [{ urls: ['a'], form: 'a' }] } },
    'rules[0].evidence.examples[0].urls must be a pair of URLs.',
  ],
  [
    { ...edit({ op: 'decode' }), evidence: { other: () => 1 } },
    'rules[0].evidence.other cannot be written as JSON; remove it.',
  ],
];
