import i18next from 'i18next';

/**
 * Isolates a path in a sentence from right to left: its slash would stand at its other end. Elsewhere the text stays as it is, so that people
 * copy no invisible characters.
 */
export const leftToRight = (text: string): string => (i18next.dir() === 'rtl' ? `\u2066${text}\u2069` : text);
