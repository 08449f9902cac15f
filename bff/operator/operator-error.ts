/** A command of whoever runs the portal that can't be carried out; the message is the sentence to print. */
export class OperatorError extends Error {
  override name = 'OperatorError';
}
