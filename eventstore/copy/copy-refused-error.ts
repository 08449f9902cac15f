/** Thrown when a log can't be copied. The message is a sentence for the operator. Portico still uses the log in Postgres. */
export class CopyRefusedError extends Error {
  constructor(message: string) {
    super(message);
    this.name = 'CopyRefusedError';
  }
}
