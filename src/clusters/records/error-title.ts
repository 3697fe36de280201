/** Titles of pages that are no pages: what sites write above errors and logins that they answer with status 200. */

/** Whole words, in the languages of most of the web; more than these would be guesses. */
const WORDS = [
  ...['404', '403', '500', 'not found', 'does not exist', 'no longer available', 'error', 'untitled document'],
  ...['log in', 'login', 'log on', 'sign in', 'signin', 'password required', 'session expired', 'session timeout'],
  ...[
    'access denied',
    'permission denied',
    'forbidden',
    'unauthorized',
    'not authorized',
    'not allowed',
    'bad request',
  ],
  ...['nicht gefunden', 'fehler', 'anmelden', 'anmeldung', 'zugriff verweigert', 'introuvable', 'erreur', 'connexion'],
  ...['accès refusé', 'no encontrada', 'no encontrado', 'iniciar sesión', 'acceso denegado', 'non trovata', 'accedi'],
  ...['não encontrada', 'niet gevonden', 'inloggen', 'ikke fundet', 'log ind'],
];
const PATTERN = new RegExp(`(?<![\\p{L}\\p{N}])(?:${WORDS.join('|')})(?![\\p{L}\\p{N}])`, 'iu');

export function isErrorTitle(title: string): boolean {
  return title !== '' && PATTERN.test(title);
}
