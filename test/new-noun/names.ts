/** Every form of a noun's name that code and texts use. */
export type NounNames = Readonly<{
  /** `event-category` */
  kebab: string;
  plural: string;
}>;

const pluralOf = (word: string): string => {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(s|x|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
};

/**
 * Reads a name as `npm run new-noun` gets it.
 *
 * @throws when it is not made of lower-case words with `-` between them.
 */
export const namesOf = (kebab: string): NounNames => {
  if (!/^[a-z]{2,}(-[a-z]{2,})*$/.test(kebab) || kebab.length > 40)
    throw new Error(
      `"${kebab}" is no name of a noun: use lower-case words with "-" between them, as in event-category`,
    );
  return { kebab, plural: pluralOf(kebab) };
};

const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (kebab: string) => kebab.split('-').map(capital).join('');
const camel = (kebab: string) =>
  kebab
    .split('-')
    .map((word, at) => (at === 0 ? word : capital(word)))
    .join('');
const last = (kebab: string) => kebab.split('-').at(-1) ?? kebab;

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
  // Short names of variables: `area`, `areas`, `newArea`.
  return whole
    .replace(word(last(from.plural)), last(to.plural))
    .replace(word(last(from.kebab)), last(to.kebab))
    .replace(word(`new${capital(last(from.kebab))}`), `new${capital(last(to.kebab))}`);
};
