/**
 * The names of a noun, in the forms that others follow from.
 *
 * @property kebab `event-category`
 * @property short the short name of its variables: `category`. `newCategory` follows from it.
 */
export type NounNames = Readonly<{ kebab: string; plural: string; short: string; shortPlural: string }>;

export const pluralOf = (word: string): string => {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
export const pascal = (kebab: string): string => kebab.split('-').map(capital).join('');
const camel = (kebab: string): string =>
  kebab
    .split('-')
    .map((word, at) => (at === 0 ? word : capital(word)))
    .join('');

/**
 * Reads a name as `npm run new-noun` gets it.
 *
 * @param isFree says whether variables may have a short name. Where the last word is taken, they have the whole name.
 * @throws when it is not made of lower-case words with `-` between them.
 */
export const namesOf = (kebab: string, isFree: (word: string) => boolean = () => true): NounNames => {
  if (!/^[a-z]{2,}(-[a-z]{2,})*$/.test(kebab) || kebab.length > 40)
    throw new Error(`"${kebab}" is no name of a noun: use lower-case words with "-" between them, as in price-list`);
  const last = kebab.split('-').at(-1) as string;
  const short = isFree(last) && isFree(pluralOf(last)) ? last : camel(kebab);
  return { kebab, plural: pluralOf(kebab), short, shortPlural: pluralOf(short) };
};

/** The ways of writing a name, none of which is a part of an earlier one. */
const forms: readonly ((kebab: string) => string)[] = [
  (kebab) => kebab,
  pascal,
  camel,
  (kebab) => kebab.replaceAll('-', '_'),
  (kebab) => kebab.split('-').map(capital).join(' '),
  (kebab) => capital(kebab.replaceAll('-', ' ')),
  (kebab) => kebab.replaceAll('-', ' '),
];

/** A word that stands alone: not the one in `text-area`. */
const word = (text: string) => new RegExp(`(?<![\\w-])${text}(?![\\w-])`, 'g');

/** Returns a text with one noun's name in every form replaced by the other's. */
export const renameIn = (text: string, from: NounNames, to: NounNames): string => {
  const pairs = (['plural', 'kebab'] as const).flatMap((number) =>
    forms.map((form) => [form(from[number]), form(to[number])] as const),
  );
  const whole = pairs.reduce((result, [before, after]) => result.replaceAll(before, after), text);
  return whole
    .replace(word(from.shortPlural), to.shortPlural)
    .replace(word(from.short), to.short)
    .replace(word(`new${capital(from.short)}`), `new${capital(to.short)}`);
};
