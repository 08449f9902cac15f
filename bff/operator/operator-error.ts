/**
 * A command of whoever runs the portal that can't be carried out; the message is the sentence to print.
 *
 * @property exitCode of the process.
 */
export class OperatorError extends Error {
  override name = 'OperatorError';
  readonly exitCode: number;

  constructor(message: string, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/** The command was written in a way that it does not understand; the message is how it is written. */
export class UsageError extends OperatorError {
  constructor(usage: string) {
    super(usage, 2);
  }
}
