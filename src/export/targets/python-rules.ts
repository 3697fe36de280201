/** The part of the generated Python module that applies rules; `rules/interpret/` of this project says what it must do. */
export const PYTHON_RULES = `
_PATH_DECODED = _UNRESERVED | frozenset("!$&'()*+,;=:@")
_QUERY_DECODED = _UNRESERVED | frozenset("!$'()*,:@/?")


def _at(path, index):
    place = index - 1 if index > 0 else len(path) + index
    return place if 0 <= place < len(path) else -1


def _path_holds(cond, text, path):
    if "prefix" in cond and not text.startswith(cond["prefix"]):
        return False
    if "depth" in cond and cond["depth"] != len(path):
        return False
    if "ext" in cond:
        _, dot, ext = (path[-1] if path else "").rpartition(".")
        if not dot or ext != cond["ext"]:
            return False
    if "segment" in cond:
        place = _at(path, cond["segment"][0])
        return place >= 0 and path[place] == cond["segment"][1]
    return True


def _holds(cond, parts, path, params):
    if "path" in cond:
        return _path_holds(cond["path"], parts["path"], path)
    if "param" in cond:
        return any(n == cond["param"] and ("value" not in cond or v == cond["value"]) for n, v, _ in params)
    if "query" in cond:
        if cond["query"] == "semicolon":
            return ";" in (parts["query"] or "")
        if cond["query"] == "word":
            return len(params) > 0 and params[0][0] != "" and params[0][1] is None
        return (parts["query"] is None) == (cond["query"] == "none")
    return {n for n, _, _ in params} == set(cond["params"])


def _trim_slashes(path):
    return path[:1] + path[1:].rstrip("/")


def _alias_prefix(path, prefixes, to):
    ordered = sorted(prefixes, key=lambda p: (-len(p), p))
    current = path
    while True:
        for prefix in ordered:
            if current.startswith(prefix) and (prefix.endswith("/") or current[len(prefix) :][:1] in ("", "/")):
                break
        else:
            return current
        following = to + current[len(prefix) :]
        if (len(following) >= len(current) and current != path) or following == current:
            return current
        current = following


def _drop_path_param(component, name):
    first, *rest = component.split(";")
    return ";".join([first] + [p for p in rest if p != name and not p.startswith(name + "=")])


def _edit_params(op, params):
    kind = op["op"]
    if kind == "dropParam":
        if "prefix" in op:
            return [p for p in params if not p[0].startswith(op["prefix"])]
        if "value" in op and any(p[0] == op["name"] and p[1] != op["value"] for p in params):
            return params
        return [p for p in params if p[0] != op["name"]]
    if kind == "anyParam":
        return [(n, "*" if n == op["name"] and v is not None else v, s) for n, v, s in params]
    if kind == "aliasParam":
        return [(n, op["to"] if n == op["name"] and v is not None and v in op["from"] else v, s) for n, v, s in params]
    if kind == "renameParam":
        return [(op["to"] if n == op["from"] else n, v, s) for n, v, s in params]
    if kind == "dropQuery":
        return []
    if kind == "sortParams":
        return _reorder(params, lambda p: p[0])
    if kind == "dropEmptyParams":
        return [p for p in params if p[0] != "" or p[1]]
    if kind == "dropRepeatedParams":
        return _first_params(params)
    if kind == "separator":
        return [(n, v, "&" if s == ";" else s) for n, v, s in params]
    return params


def _first_params(params):
    seen = set()
    out = []
    for name, value, separator in params:
        text = name if value is None else name + "=" + value
        if text not in seen:
            seen.add(text)
            out.append((name, value, separator))
    return out


def _edit_parts(op, parts, path, params):
    kind = op["op"]
    text = parts["path"]
    if kind == "host":
        if _host_of(parts["authority"]) not in op["from"]:
            return None
        start, end = _host_range(parts["authority"])
        return {**parts, "authority": parts["authority"][:start] + op["to"] + parts["authority"][end:]}
    if kind == "scheme":
        known = parts["scheme"] is not None and parts["scheme"].translate(_LOWER) in ("http", "https")
        return {**parts, "scheme": op["to"]} if known else None
    if kind == "dropPort":
        return {**parts, "authority": parts["authority"][: _host_range(parts["authority"])[1]]}
    if kind == "decode":
        query = parts["query"]
        return {
            **parts,
            "path": _walk_triplets(text, _PATH_DECODED, str),
            "query": None if query is None else _walk_triplets(query, _QUERY_DECODED, str),
        }
    if kind == "pathFromParam":
        found = [p for p in params if p[0] == op["param"]]
        if len(found) != 1 or not found[0][1] or "?" in found[0][1]:
            return None
        rest = [p for p in params if p[0] != op["param"]]
        query = _print_params(rest)[1:] if rest else None
        return {**parts, "path": op["prefix"] + found[0][1] + op.get("suffix", ""), "query": query}
    new = _edit_path(op, text, path, parts["query"])
    if new is not NotImplemented:
        return None if new is None else {**parts, "path": new}
    if parts["query"] is None:
        return None
    edited = _edit_params(op, params)
    return {**parts, "query": _print_params(edited)[1:] if edited else None}


def _edit_path(op, text, path, query):
    kind = op["op"]
    if kind == "lowerPath" and "segment" not in op:
        return _lower_path(text)
    if kind in ("lowerPath", "anySegment"):
        place = _at(path, op["segment"])
        if place < 0:
            return None
        component = _lower_path(path[place]) if kind == "lowerPath" else "*"
        return "/" + "/".join(path[:place] + [component] + path[place + 1 :])
    if kind == "collapseSlashes":
        if not path:
            return None
        return "/" + "/".join(c for i, c in enumerate(path) if c != "" or i == len(path) - 1)
    if kind == "trimSlash":
        return _trim_slashes(text)
    if kind == "dropSuffix":
        while len(text) > len(op["suffix"]) and text.endswith(op["suffix"]):
            text = text[: -len(op["suffix"])]
        return text
    if kind == "dropSegment":
        segment = op["segment"]
        if isinstance(segment, str):
            kept = [c for c in path if c != segment]
        else:
            place = _at(path, segment)
            kept = path if place < 0 else path[:place] + path[place + 1 :]
        return None if len(kept) == len(path) else "/" + "/".join(kept)
    if kind == "dropPathParam":
        return "/" + "/".join(_drop_path_param(c, op["name"]) for c in path) if path else None
    if kind == "aliasPrefix":
        if query is None:
            for prefix in op["from"]:
                bare = _trim_slashes(prefix)
                if _trim_slashes(text) == bare and len(text) <= len(bare) + 1:
                    return None
        return _alias_prefix(text, op["from"], op["to"])
    return NotImplemented


@lru_cache(maxsize=64)
def _parse(url):
    """Many rules look at one URL."""
    parts = _split(url)
    path = parts["path"][1:].split("/") if parts["path"] else []
    params = [] if parts["query"] is None else _split_params(parts["query"])
    return parts, path, params, _host_of(parts["authority"])


def _apply_edit(match, emit, url):
    parts, path, params, _ = _parse(url)
    if not all(_holds(cond, parts, path, params) for cond in match["when"]):
        return None
    if any(_holds(cond, parts, path, params) for cond in match["unless"]):
        return None
    edited = _edit_parts(emit["op"], parts, path, params)
    form = url if edited is None else _join(edited)
    return None if form == url else form


def _apply_text(match, emit, url):
    tokens = re.findall("[A-Za-z0-9]+|[^A-Za-z0-9]", url)
    alpha = match["alpha"]
    last = len(tokens) - len(alpha)
    first = max(0, last) if match["end"] else 0
    for at in range(first, (min(0, last) if match["start"] else last) + 1):
        if tokens[at : at + len(alpha)] == alpha:
            form = "".join(tokens[:at] + emit["beta"] + tokens[at + len(alpha) :])
            return None if form == url else form
    return None


def _compile_tokens(seq, program):
    for el in seq:
        if "lit" in el:
            program.extend(("token", token) for token in _tokens(el["lit"]))
        elif "star" in el:
            program.append(("run", el["star"]))
        elif "type" in el:
            program.append(("type", el["type"], el["cap"]))
        elif "opt" in el:
            at = len(program)
            program.append(None)
            _compile_tokens(el["opt"], program)
            program[at] = ("split", [at + 1, len(program)])
        else:
            at = len(program)
            program.append(None)
            starts, jumps = [], []
            for text in el["alt"]:
                starts.append(len(program))
                program.extend(("token", token) for token in _tokens(text))
                jumps.append(len(program))
                program.append(None)
            program[at] = ("split", starts)
            for jump in jumps:
                program[jump] = ("jump", len(program))


def _tokens(text):
    return re.findall("[A-Za-z]+|[0-9]+|[^A-Za-z0-9]", text)


def _token_type(token):
    return "a" if token[0].isascii() and token[0].isalpha() else "n" if token[0] in "0123456789" else "p"


def _add_thread(program, threads, seen, pc, run_from, captured, at):
    if (pc, run_from >= 0) in seen:
        return
    seen.add((pc, run_from >= 0))
    step = program[pc]
    if step[0] == "split":
        for to in step[1]:
            _add_thread(program, threads, seen, to, -1, captured, at)
    elif step[0] == "jump":
        _add_thread(program, threads, seen, step[1], -1, captured, at)
    else:
        threads.append((pc, run_from, captured))
        if step[0] == "run" and run_from >= 0:
            _add_thread(program, threads, seen, pc + 1, -1, (step[1], run_from, at, captured), at)


def _match_tokens(program, tokens):
    now = []
    _add_thread(program, now, set(), 0, -1, None, 0)
    for i, token in enumerate(tokens):
        following, seen = [], set()
        for pc, run_from, captured in now:
            step = program[pc]
            if step[0] == "token" and step[1] == token:
                _add_thread(program, following, seen, pc + 1, -1, captured, i + 1)
            elif step[0] == "type" and step[1] == _token_type(token):
                new = captured if step[2] is None else (step[2], i, i + 1, captured)
                _add_thread(program, following, seen, pc + 1, -1, new, i + 1)
            elif step[0] == "run" and token not in _DELIMITERS:
                _add_thread(program, following, seen, pc, i if run_from < 0 else run_from, captured, i + 1)
        now = following
        if not now:
            return None
    for pc, _, captured in now:
        if program[pc][0] == "match":
            captures = {}
            while captured is not None:
                captures.setdefault(captured[0], captured[1:3])
                captured = captured[3]
            return captures
    return None


_DELIMITERS = frozenset("/?=&#;:.")


def _apply_tokens(match, emit, url):
    if "program" not in match:
        program = []
        _compile_tokens(match["seq"], program)
        match["program"] = program + [("match",)]
    tokens = _tokens(url)
    captures = _match_tokens(match["program"], tokens)
    if captures is None:
        return None
    form = []
    for out in emit["seq"]:
        if "lit" in out:
            form.append(out["lit"])
        elif "any" in out:
            form.append("*")
        elif "alt" in out:
            form.append("(" + "|".join(out["alt"]) + ")")
        else:
            start, end = captures.get(out["ref"], (0, 0))
            form.append(_convert(out.get("conv"), "".join(tokens[start:end])))
    return "".join(form)
`;
