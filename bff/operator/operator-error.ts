/**
 * An operator's command that can't be carried out. The message is the sentence to print.
 *
 * @property exitCode exit code of the process.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** A command with wrong arguments. The message is the usage. */
export class UsageError extends OperatorError {
  constructor(usage: string) {
    super(usage, 2);
  }
}
