/** Ends the start. Only the message is printed. */
export class StartError extends Error {}
