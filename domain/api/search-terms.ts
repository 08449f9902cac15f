const runs = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+|(?:(?![\p{sc=Han}\p{sc=Hira}\p{sc=Kana}])[\p{L}\p{N}])+/gu;
const withoutSpaces = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/u;

/** Returns whether a word is Chinese or Japanese: there a word can begin at each letter. */
export const isWithoutSpaces = (word: string): boolean => withoutSpaces.test(word);

/** Letters. A shorter word occurs inside too many others. */
const shortestPart = 3;

/** Letters. Nobody misspells longer words, and an index entry has a size limit. */
const longestSuggestion = 64;

/** Returns letters and digits, without case and accents, as words. Each word occurs once. */
export const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(runs) ?? [],
  ),
];

/** Returns a text as a search compares it: its words, with a space before and after each. */
export const searchTextOf = (text: string): string => ` ${wordsOf(text).join(' ')} `;

/** A word of a search. It is part of a word of a text; one that `begins` a word is too short to be inside it. */
export type SearchTerm = Readonly<{ word: string; begins: boolean }>;

/**
 * Returns the words that a text must all have. One or two letters begin a word. Chinese and Japanese have no spaces:
 * there one letter can be anywhere.
 */
export const searchedTerms = (search: string): SearchTerm[] =>
  wordsOf(search).map((word) => ({ word, begins: [...word].length < shortestPart && !isWithoutSpaces(word) }));

/** Returns whether a word can be a typo, or be suggested for one. Numbers can't: another number is not meant. */
export const isSuggestion = (word: string): boolean => {
  const letters = [...word].length;
  return letters >= shortestPart && letters <= longestSuggestion && /\p{L}/u.test(word) && !isWithoutSpaces(word);
};

/** Returns the words of a search text that can be suggested for a typo. */
export const suggestionsOf = (searchText: string): string[] => searchText.split(' ').filter(isSuggestion);
