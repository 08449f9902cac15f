/** A clear end of the start: the message is all that is printed. */
export class StartError extends Error {}
