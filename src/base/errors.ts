/** The errors Dustpan throws: misuse and environment only, each with a stable code and a message that says what to do next. */

class DustpanError extends Error {
  readonly code: string;
  constructor(code: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.name = new.target.name;
  }
}

/** A file or stream that cannot be read as what it was said to be. */
export class InputError extends DustpanError {}

/** An option, argument or rule set that makes no sense. */
export class ConfigError extends DustpanError {}

/** Something around us failed: disk, process, network, worker. */
export class EngineError extends DustpanError {}

/** True for the errors above: their message is for the user and needs no stack trace. */
export function isDustpanError(error: unknown): error is DustpanError {
  return error instanceof DustpanError;
}
