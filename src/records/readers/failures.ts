/** What can be wrong with an input, in words for the user. */
import { InputError } from '../../base/index.ts';

/** An error of the file system; an InputError stays what it is. */
export function readFailure(error: unknown, name: string): InputError {
  if (error instanceof InputError) return error;
  const code = (error as NodeJS.ErrnoException).code ?? String(error);
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return new InputError('input-missing', `there is no file ${name}; check the path`, error);
    case 'EACCES':
    case 'EPERM':
      return new InputError(
        'input-forbidden',
        `cannot read ${name}: permission denied; check who may read the file`,
        error,
      );
    case 'EISDIR':
      return new InputError('input-is-folder', `cannot read ${name}: it is a folder; name the files in it`, error);
    default:
      return new InputError('input-unreadable', `cannot read ${name}: the system says ${code}`, error);
  }
}

/** The bytes end before the compressed stream does. */
export function truncated(name: string, kind: string, cause?: unknown): InputError {
  return new InputError(
    'input-truncated',
    `${name}: input ends in the middle of the ${kind} stream; fetch or make the file again`,
    cause,
  );
}

/** The compressed stream contradicts itself. */
export function damaged(name: string, kind: string, detail: string, cause?: unknown): InputError {
  return new InputError(
    'input-damaged',
    `${name}: the ${kind} stream is damaged (${detail}); fetch or make the file again`,
    cause,
  );
}
