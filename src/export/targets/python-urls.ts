/** The part of the generated Python module that takes URLs apart; `url/` of this project says what it must do. */
export const PYTHON_URLS = `
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*(?=://)")
_UNRESERVED = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
_HEX = "0123456789ABCDEFabcdef"
_LOWER = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")
_UPPER = str.maketrans("abcdefghijklmnopqrstuvwxyz", "ABCDEFGHIJKLMNOPQRSTUVWXYZ")


def _byte_length(text):
    return len(text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass").encode("utf-8", "surrogatepass"))


def _split(url):
    """scheme, authority, path, query, fragment; joined they give the text again."""
    found = _SCHEME.match(url)
    start = 0 if found is None else found.end() + 3
    at = start
    while at < len(url) and url[at] not in "/?#":
        at += 1
    hash_at = url.find("#", at)
    end = len(url) if hash_at < 0 else hash_at
    mark = url.find("?", at)
    path_end = end if mark < 0 or mark > end else mark
    return {
        "scheme": None if found is None else url[: found.end()],
        "authority": url[start:at],
        "path": url[at:path_end],
        "query": url[path_end + 1 : end] if path_end < end else None,
        "fragment": None if hash_at < 0 else url[hash_at + 1 :],
    }


def _join(parts):
    out = parts["authority"] + parts["path"]
    if parts["scheme"] is not None:
        out = parts["scheme"] + "://" + out
    if parts["query"] is not None:
        out += "?" + parts["query"]
    if parts["fragment"] is not None:
        out += "#" + parts["fragment"]
    return out


def _host_range(authority):
    start = authority.rfind("@") + 1
    colon = authority.rfind(":")
    if colon < start:
        return start, len(authority)
    single = authority.find(":", start) == colon or authority[colon - 1 : colon] == "]"
    if not single or any(c not in "0123456789" for c in authority[colon + 1 :]):
        return start, len(authority)
    return start, colon


def _host_of(authority):
    start, end = _host_range(authority)
    host = authority[start:end].translate(_LOWER)
    return host[:-1] if host.endswith(".") else host


def _triplet(text, at):
    if text[at : at + 1] != "%":
        return -1
    digits = text[at + 1 : at + 3]
    if len(digits) < 2 or digits[0] not in _HEX or digits[1] not in _HEX:
        return -1
    return int(digits, 16)


def _walk_triplets(text, decodable, printed):
    """Decodes some triplets; one that would complete a broken one before it stays."""
    if "%" not in text:
        return text
    out = []
    broken = 0
    at = 0
    while at < len(text):
        code = _triplet(text, at)
        if code < 0:
            c = text[at]
            broken = 1 if c == "%" else 2 if broken == 1 and c in _HEX else 0
            out.append(c)
            at += 1
            continue
        if broken == 0 and chr(code) in decodable:
            out.append(chr(code))
        else:
            out.append(printed(text[at : at + 3]))
            broken = 0
        at += 3
    return "".join(out)


def _normalize_percent(text):
    return _walk_triplets(text, _UNRESERVED, lambda triplet: triplet.translate(_UPPER))


def _percent_decode(text):
    out = []
    at = 0
    while at < len(text):
        first = _triplet(text, at)
        length = 0
        if first >= 0x20 and first != 0x7F:
            length = 1 if first < 0x80 else 0 if first < 0xC2 else 2 if first < 0xE0 else 3 if first < 0xF0 else 4 if first < 0xF5 else 0
        codes = [_triplet(text, at + 3 * k) for k in range(length)]
        try:
            if length == 0 or min(codes) < 0:
                raise ValueError
            out.append(bytes(codes).decode("utf-8"))
            at += 3 * length
        except ValueError:
            out.append(text[at])
            at += 1
    return "".join(out)


def _percent_encode(text):
    out = []
    for c in text:
        if c in _UNRESERVED:
            out.append(c)
        else:
            out.extend("%%%02X" % byte for byte in c.encode("utf-8", "surrogatepass"))
    return "".join(out)


def _convert(conversion, value):
    if conversion == "lower":
        return value.translate(_LOWER)
    if conversion == "upper":
        return value.translate(_UPPER)
    if conversion == "decode":
        return _percent_decode(value)
    if conversion == "capital":
        return value[:1].translate(_UPPER) + value[1:]
    if conversion == "space":
        return value.replace("+", "%20")
    if conversion == "underscore":
        return value.replace("%20", "_")
    if conversion == "number":
        return value.lstrip("0") or "0" if value and not value.strip("0123456789") else value
    return _percent_encode(value) if conversion == "encode" else value


def _lower_path(path):
    pieces = path.split("%")
    out = [pieces[0].translate(_LOWER)]
    for piece in pieces[1:]:
        keep = 2 if len(piece) >= 2 and piece[0] in _HEX and piece[1] in _HEX else 0
        out.append(piece[:keep] + piece[keep:].translate(_LOWER))
    return "%".join(out)


def _remove_dot_segments(path):
    if "/." not in path:
        return path
    out = []
    segments = path.split("/")
    for i, segment in enumerate(segments[1:], 1):
        if segment == "..":
            if out:
                out.pop()
        elif segment != ".":
            out.append(segment)
            continue
        if i == len(segments) - 1:
            out.append("")
    return "/" + "/".join(out)


def _sun_authority(scheme, authority):
    start, end = _host_range(authority)
    port = authority[end:]
    drop = port == ":" or (scheme, port) in (("http", ":80"), ("https", ":443"))
    return authority[:start] + authority[start:end].translate(_LOWER) + ("" if drop else port)


def _sun(url):
    """Standard normalization (RFC 3986)."""
    parts = _split(url)
    if parts["scheme"] is None:
        return url
    scheme = parts["scheme"].translate(_LOWER)
    query = "" if parts["query"] is None else "?" + _normalize_percent(parts["query"])
    path = _remove_dot_segments(_normalize_percent(parts["path"])) or "/"
    return scheme + "://" + _sun_authority(scheme, parts["authority"]) + path + query


def _split_params(query):
    """(name, value or None, separator before it)"""
    params = []
    separator = "?"
    for piece in re.split("([&;])", query):
        if piece in ("&", ";"):
            separator = piece
            continue
        name, equals, value = piece.partition("=")
        params.append((name, value if equals else None, separator))
    return params


def _print_params(params):
    out = []
    for i, (name, value, separator) in enumerate(params):
        out.append("?" if i == 0 else "&" if separator == "?" else separator)
        out.append(name if value is None else name + "=" + value)
    return "".join(out)


def _reorder(params, rank):
    ordered = sorted(params, key=rank)
    return [(name, value, params[i][2]) for i, (name, value, _) in enumerate(ordered)]
`;
