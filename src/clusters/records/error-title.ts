/** Titles of pages that are no pages: what sites write above errors and logins that they answer with status 200. */

/** In the languages of most of the web; more than these would be guesses. */
const PHRASES = [
  '404|403|401|500|503|error|not found|cannot be found|could not be found|does not exist|no such page',
  'no longer available|bad request|internal server error|service unavailable|access denied|permission denied',
  'forbidden|unauthorized|not authorized|not allowed|session expired|session timeout|session timed out',
  'password required|authentication required|log in|login|log on|logon|sign in|signin',
  'nicht gefunden|fehler|anmelden|anmeldung|einloggen|zugriff verweigert|introuvable|erreur|non trouvée|connexion',
  'accès refusé|no encontrada|no encontrado|iniciar sesión|acceso denegado|non trovata|accedi|não encontrada',
  'niet gevonden|inloggen|ikke fundet|log ind|logga in',
];
/** Words beside them that add no subject; no phrase starts with one. */
const FILLERS = [
  'page|file|document|url|site|web|http|status|code|oops|sorry|please|required|failed|user|account|your|to|or|and',
  'register|the|this|requested|was|is|form|die|seite|datei|la|página|pagina|siden',
];
const PHRASE = `(?:${PHRASES.join('|')})`;
const FILLER = `(?:${FILLERS.join('|')})`;
const PATTERN = new RegExp(`^(?:${FILLER} )*${PHRASE}(?: (?:${PHRASE}|${FILLER}))*$`, 'u');
/** What stands between the name of the page and that of the site. */
const SEPARATOR = /\s+[-:]\s+|\s*[|–—·•»«]\s*/u;
/** The name of the site as DokuWiki and others put it: behind the page's, in brackets. */
const BRACKETED_SITE = /\s\[[^[\]]*\]\s*$/u;
const NOT_A_WORD = /[^\p{L}\p{N}]+/gu;
/** Longer ones have a subject. */
const LONGEST = 200;

/** Whether a part of the title speaks of an error or a login and of nothing else: "Log in - Wiki" does, "Error handling" does not. */
export function isErrorTitle(title: string): boolean {
  if (title === '' || title.length > LONGEST) return false;
  return title
    .toLowerCase()
    .replace(BRACKETED_SITE, '')
    .split(SEPARATOR)
    .some((part) => PATTERN.test(part.replace(NOT_A_WORD, ' ').trim()));
}
