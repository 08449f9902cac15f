/** What a text is found by: `word` by any part of it, `short` only as a whole. */
export type SearchTerm = Readonly<{ kind: 'word' | 'short'; term: string }>;

/** Longer words are cut, in the text and in the search alike: an index has no room for an entry of any length. */
const longestWord = 64;

/** Parts of a word of fewer letters are in too many words to be looked for. */
const shortestPart = 3;

const runs = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+/gv;
const withoutSpaces = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/v;

/** Letters and figures only, without case and accents. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(runs) ?? [],
  ),
];

/** The words of a name as they are looked for in names. */
export const nameWordsOf = (name: string): string[] =>
  wordsOf(name).map((word) => [...word].slice(0, longestWord).join(''));

const unique = (terms: readonly SearchTerm[]): SearchTerm[] => [
  ...new Map(terms.map((term) => [`${term.kind} ${term.term}`, term])).values(),
];

const short = (term: string): SearchTerm => ({ kind: 'short', term });

const pairsOf = (letters: readonly string[]): string[] =>
  letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);

/**
 * The terms of an API's texts: its words, and how they begin, for the first two letters that somebody types. Chinese and
 * Japanese are written without spaces; there every letter and every pair of them is a term.
 */
export const termsOf = (text: string): SearchTerm[] => {
  const terms = new Map<string, SearchTerm>();
  const add = (kind: SearchTerm['kind'], term: string) => {
    const key = kind === 'word' ? term : ` ${term}`;
    if (!terms.has(key)) terms.set(key, { kind, term });
  };
  for (const word of wordsOf(text)) {
    const letters = [...word];
    if (withoutSpaces.test(word)) {
      for (const term of [...letters, ...pairsOf(letters)]) add('short', term);
    } else {
      add('word', letters.length > longestWord ? letters.slice(0, longestWord).join('') : word);
      add('short', letters[0] ?? '');
      add('short', `${letters[0]}${letters[1] ?? ''}`);
    }
  }
  return [...terms.values()];
};

/** What must all be found for a search: a `word` within any word of the text, a `short` among its terms. */
export const searchedTerms = (search: string): SearchTerm[] =>
  unique(
    wordsOf(search).flatMap((word) => {
      const letters = [...word].slice(0, withoutSpaces.test(word) ? undefined : longestWord);
      if (letters.length > 1 && withoutSpaces.test(word)) return pairsOf(letters).map(short);
      return [letters.length < shortestPart ? short(letters.join('')) : { kind: 'word', term: letters.join('') }];
    }),
  );
