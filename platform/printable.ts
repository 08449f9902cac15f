/** Characters that move the cursor, clear a terminal, end a line or turn the direction of what follows. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const escaped = (characters: string): string =>
  Array.from({ length: characters.length }, (_, index) => characters.charCodeAt(index))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/** Escapes a text so that a terminal shows it and runs no control sequence. JSON stays the same JSON. */
export const printable = (text: string): string => text.replace(unseen, escaped);
