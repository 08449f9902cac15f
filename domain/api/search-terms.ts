/** A term that a text is found by. A `word` matches by any part of it, a `short` term only as a whole. */
export type SearchTerm = Readonly<{ kind: 'word' | 'short'; term: string }>;

/** Characters. Longer words are cut in texts and searches alike, because an index entry has a size limit. */
const longestWord = 64;

/** Letters. Shorter parts occur in too many words to search for. */
const shortestPart = 3;

const runs = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]+|[[\p{L}\p{N}]--[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]]+/gv;
const withoutSpaces = /^[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}]/v;

/** Keeps letters and digits, without case and accents. */
const wordsOf = (text: string): string[] => [
  ...new Set(
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
      .match(runs) ?? [],
  ),
];

/** Returns a name's words as a search in names needs them. */
export const nameWordsOf = (name: string): string[] =>
  wordsOf(name).map((word) => [...word].slice(0, longestWord).join(''));

const unique = (terms: readonly SearchTerm[]): SearchTerm[] => [
  ...new Map(terms.map((term) => [`${term.kind} ${term.term}`, term])).values(),
];

const short = (term: string): SearchTerm => ({ kind: 'short', term });

const pairsOf = (letters: readonly string[]): string[] =>
  letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);

/**
 * Returns the terms of an API's texts: the words, and their first one and two letters for a search that has just begun.
 * Chinese and Japanese have no spaces: there every letter and every pair of letters is a term.
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

/** Returns the terms that a text must all have: a `word` inside any of its words, a `short` term among its terms. */
export const searchedTerms = (search: string): SearchTerm[] =>
  unique(
    wordsOf(search).flatMap((word) => {
      const letters = [...word].slice(0, withoutSpaces.test(word) ? undefined : longestWord);
      if (letters.length > 1 && withoutSpaces.test(word)) return pairsOf(letters).map(short);
      return [letters.length < shortestPart ? short(letters.join('')) : { kind: 'word', term: letters.join('') }];
    }),
  );
