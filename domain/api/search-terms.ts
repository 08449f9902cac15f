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

/** Words of a name or a search that are tried as one word. */
const mostJoined = 6;

/** Returns words with each two neighbours written as one, and all of them: `open ai` may mean `OpenAI`. */
const joined = (words: readonly string[]): string[] => [
  ...words.slice(1).map((word, index) => `${words[index]}${word}`),
  ...(words.length > 2 ? [words.join('')] : []),
];

/** Returns the text of a name as a search compares it. `Open AI` is also found as `openai`. */
export const searchNameOf = (name: string): string => {
  const words = wordsOf(name);
  return searchTextOf([...words, ...joined(words.slice(0, mostJoined))].join(' '));
};

/**
 * Returns the ways to read a search: its words, and with two neighbours, or all, written as one. A text must have all words
 * of one way.
 */
export const readingsOf = (terms: readonly SearchTerm[]): readonly (readonly SearchTerm[])[] => {
  if (terms.length < 2 || terms.length > mostJoined) return [terms];
  const pairs = terms
    .slice(1)
    .map(({ word }, index) => [
      ...terms.slice(0, index),
      { word: `${terms[index]?.word}${word}`, begins: false },
      ...terms.slice(index + 2),
    ]);
  const whole = terms.length > 2 ? [[{ word: terms.map(({ word }) => word).join(''), begins: false }]] : [];
  return [terms, ...pairs, ...whole];
};

/** Returns whether a word can be a typo, or be suggested for one. Numbers can't: another number is not meant. */
export const isSuggestion = (word: string): boolean => {
  const letters = [...word].length;
  return letters >= shortestPart && letters <= longestSuggestion && /\p{L}/u.test(word) && !isWithoutSpaces(word);
};

/** Returns the words of a search text that can be suggested for a typo. */
export const suggestionsOf = (searchText: string): string[] => searchText.split(' ').filter(isSuggestion);
