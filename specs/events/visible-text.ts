/**
 * Signs that nobody sees, or that change how others are read: controls, directions, what has no width, halves of a pair. Line ends and tabs
 * are no such signs.
 */
const unseen =
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\ufff9-\ufffb]|\p{Surrogate}/gu;

/** Returns a text in which signs that nobody sees are written as in JSON: `\u202e`. */
export const visibleText = (text: string): string =>
  text.replace(unseen, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
