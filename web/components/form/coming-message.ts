type MessageOf = (name: string) => string | undefined;

/** By the form's control, which is all that a field has of its form. */
const messages = new WeakMap<object, MessageOf>();

/** Keeps which message each field of a form gets if it is left as it is now. */
export const keepComingMessages = (control: object, messageOf: MessageOf): void => {
  messages.set(control, messageOf);
};

/** Returns the message that a field gets if it is left as it is now. '' for none. */
export const comingMessage = (control: object | undefined, name: string): string =>
  (control && messages.get(control)?.(name)) ?? '';
