/** The part of the generated Python module that applies key rules, and then whole rule sets. */
export const PYTHON_KEYS = `
_ABSENT = object()
_MISSING = object()


def _place_of(key, path, params):
    """Keys are ["path", index, piece] and ["query", name, occurrence, piece]."""
    if key[0] == "path":
        return key[1] - 1 if key[1] > 0 else max(-1, len(path) + key[1])
    seen = 0
    for i, (name, _, _) in enumerate(params):
        if name == key[1]:
            seen += 1
            if seen == key[2]:
                return i
    return -1


def _key_value(key, source):
    if key[0] == "scheme":
        return _ABSENT if source["scheme"] is None else source["scheme"]
    if key[0] == "host":
        return source["host"]
    place = _place_of(key, source["path"], source["params"])
    if key[-1] is not None:
        pieces = source["pieces"].get((key[0], place), [])
        return pieces[key[-1] - 1] if key[-1] <= len(pieces) else _ABSENT
    values = source["path"] if key[0] == "path" else source["params"]
    if not 0 <= place < len(values):
        return _ABSENT
    return values[place] if key[0] == "path" else values[place][1]


def _match_glob(glob, value):
    pieces = []
    at = 0
    for i, text in enumerate(glob):
        if text is not None:
            if not value.startswith(text, at):
                return None
            pieces.append(text)
            at += len(text)
            continue
        following = glob[i + 1] if i + 1 < len(glob) else None
        if following is None:
            end = len(value)
        elif i + 2 == len(glob):
            end = len(value) - len(following)
        else:
            end = value.find(following, at + 1)
        if end <= at:
            return None
        pieces.append(value[at:end])
        at = end
    return pieces if at == len(value) else None


_TYPES = {"a": re.compile("[A-Za-z]+"), "n": re.compile("[0-9]+"), "alnum": re.compile("[A-Za-z0-9]+")}


def _accepts(pattern, value):
    if "absent" in pattern:
        return value is _ABSENT
    if value is _ABSENT:
        return False
    if "any" in pattern:
        return True
    if "eq" in pattern:
        return value == pattern["eq"]
    if value is None:
        return False
    if "in" in pattern:
        return value in pattern["in"]
    return _TYPES[pattern["type"]].fullmatch(value) is not None


def _key_source(match, url):
    parts = _split(url)
    scheme = None if parts["scheme"] is None else parts["scheme"].translate(_LOWER)
    source = {
        "scheme": scheme,
        "host": _sun_authority(scheme or "", parts["authority"]).translate(_LOWER),
        "path": parts["path"][1:].split("/") if parts["path"] else [],
        "params": [] if parts["query"] is None else _split_params(parts["query"]),
        "pieces": {},
    }
    for key, glob in match["deep"]:
        value = _key_value(key, source)
        pieces = _match_glob(glob, value) if isinstance(value, str) else None
        if pieces is None:
            return None
        source["pieces"][(key[0], _place_of(key, source["path"], source["params"]))] = pieces
    return source


def _match_keys(match, source):
    if match["pathLen"] is not None and match["pathLen"] != len(source["path"]):
        return False
    if match["query"] == "exact":
        named = {(key[1], key[2]) for key, _ in match["where"] + match["deep"] if key[0] == "query"}
        seen = {}
        for name, _, _ in source["params"]:
            seen[name] = seen.get(name, 0) + 1
            if (name, seen[name]) not in named:
                return False
    return all(_accepts(pattern, _key_value(key, source)) for key, pattern in match["where"])


def _evaluate(expr, source):
    if "del" in expr:
        return _ABSENT
    if "lit" in expr:
        return expr["lit"]
    if "any" in expr:
        return "*"
    if "cat" in expr:
        values = [_evaluate(part, source) for part in expr["cat"]]
        if any(value is _MISSING or value is _ABSENT for value in values):
            return _MISSING
        return "".join(value or "" for value in values)
    value = _key_value(expr["ref"] if "ref" in expr else expr["of"], source)
    if value is _ABSENT:
        return _MISSING
    return _convert(expr["conv"], value) if "conv" in expr and value is not None else value


def _apply_keys(match, emit, url):
    source = _key_source(match, url)
    if source is None or not _match_keys(match, source):
        return None
    scheme, host = source["scheme"], source["host"]
    path = list(source["path"])
    params = list(source["params"])
    pieces = {place: list(texts) for place, texts in source["pieces"].items()}
    for key, expr in emit["set"]:
        value = _evaluate(expr, source)
        if value is _MISSING:
            return None
        if key[0] in ("scheme", "host"):
            if not isinstance(value, str):
                return None
            scheme, host = (value, host) if key[0] == "scheme" else (scheme, value)
            continue
        place = _place_of(key, source["path"], source["params"])
        if key[-1] is not None:
            texts = pieces.get((key[0], place), [])
            if key[-1] > len(texts):
                return None
            texts[key[-1] - 1] = "" if value is _ABSENT or value is None else value
            value = "".join(texts)
        if key[0] == "query":
            if place >= 0:
                old = source["params"][place]
                params[place] = None if value is _ABSENT else (old[0], value, old[2])
            elif value is not _ABSENT:
                params.append((key[1], value, "&"))
        elif value is _ABSENT and not 0 <= place < len(source["path"]):
            continue
        elif place < 0 or value is None:
            return None
        else:
            path.extend([_MISSING] * (place + 1 - len(path)))
            path[place] = value
    if "path" in emit:
        path = [_evaluate(expr, source) for expr in emit["path"]]
        if not all(isinstance(value, str) for value in path):
            return None
    elif any(value is _MISSING for value in path):
        return None
    path = [value for value in path if value is not _ABSENT]
    params = [param for param in params if param is not None]
    order = emit["queryOrder"]
    if order == "sort":
        params = _reorder(params, lambda p: p[0])
    elif order != "keep":
        params = _reorder(params, lambda p: order.index(p[0]) if p[0] in order else len(order))
    head = "" if scheme is None else scheme + "://"
    return head + host + ("/" + "/".join(path) if path else "") + _print_params(params)


_VIEWS = {"tokens": _apply_tokens, "keys": _apply_keys, "text": _apply_text, "edit": _apply_edit}


def _apply_rule(rule, url, limit):
    if rule["hosts"] != "*" and _parse(url)[3] not in rule["hosts"]:
        return None
    form = _VIEWS[rule["match"]["view"]](rule["match"], rule["emit"], url)
    return None if form is None or _byte_length(form) > limit else form


def dustpan_key(url):
    """The key of a URL: equal for URLs that the rules hold to be one page."""
    limit = 16 * _byte_length(url) + 4096
    for stage in _STAGES:
        rules = _rules_of(stage, url)
        if stage["apply"] == "first":
            if stage["sun"]:
                url = _sun(url)
            for rule in rules:
                form = _apply_rule(rule, url, limit)
                if form is not None:
                    url = form
                    break
            continue
        for _ in range(10):
            start = url
            if stage["sun"]:
                url = _sun(url)
            for rule in rules:
                form = _apply_rule(rule, url, limit)
                if form is not None:
                    url = form
            if url == start:
                break
    return url


def _rules_of(stage, url):
    """Rules that a URL of this host may meet; a stage in which rules change hosts is tried as a whole."""
    if "all" in stage:
        return stage["all"]
    return stage["by_host"].get(_parse(url)[3], stage["others"])


def _prepare(stage):
    """Rules by host, so that the rules of other hosts cost nothing."""
    stages = stage["rules"]
    if any(rule["moves"] for rule in stages):
        stage["all"] = stages
        return
    hosts = {host for rule in stages if rule["hosts"] != "*" for host in rule["hosts"]}
    stage["by_host"] = {host: [] for host in hosts}
    stage["others"] = []
    for rule in stages:
        lists = list(stage["by_host"].values()) + [stage["others"]] if rule["hosts"] == "*" else [stage["by_host"][h] for h in rule["hosts"]]
        for rules in lists:
            rules.append(rule)


for _stage in _STAGES:
    _prepare(_stage)
`;
