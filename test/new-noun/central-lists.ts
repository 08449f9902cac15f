import { edited } from './template.ts';

type Rename = (text: string) => string;

/**
 * How a noun gets into one central list.
 *
 * @property source the file whose lines are repeated. Default: the list itself.
 * @property add    returns the list with the noun; `rename` turns the template's names into the noun's.
 */
type CentralList = Readonly<{
  file: string;
  source?: string;
  add: (text: string, rename: Rename, source: string) => string;
}>;

/** Repeats, renamed, each stretch of lines that speaks of the template. Throws when there is none. */
const repeat =
  (...lines: readonly RegExp[]): CentralList['add'] =>
  (text, rename, source) =>
    lines.reduce((result, line) => {
      const [found] = line.exec(result) ?? [];
      const [repeated] = line.exec(source) ?? [];
      if (found === undefined || repeated === undefined)
        throw new Error(`${line} is not there: bring test/new-noun in step with the list`);
      return result.replace(found, () => found + rename(repeated));
    }, text);

const projection = `import { businessAreas } from './business-areas.ts';\n`;

/** Puts the noun's projection at the end: a new one begins at version 1. */
const addProjection: CentralList['add'] = (text, rename) => {
  const changed = text
    .replace(projection, () => projection + rename(projection))
    .replace(/\n\] as const/, () =>
      rename("\n  { name: 'business-areas', version: 1, parts: [businessAreas] },\n] as const"),
    );
  if (!changed.includes(rename(projection)) || changed.length === text.length)
    throw new Error('projections/all-projections.ts is not as test/new-noun expects it');
  return changed;
};

/** All central lists: one line, or a few, for each noun. Texts of errors and menus are English in every language. */
export const centralLists = (languages: readonly string[]): readonly CentralList[] => [
  {
    file: 'domain/event-catalogue.ts',
    add: repeat(/import \{ businessAreaEvents \}.*\n/, / {2}businessAreaEvents,\n/),
  },
  {
    file: 'domain/history/own-histories.ts',
    add: repeat(/import \{ businessAreaHistory \}.*\n/, / {2}businessAreaHistory,\n/),
  },
  {
    file: 'domain/undo/rules.ts',
    add: repeat(/import \{ businessAreaUndo \}.*\n/, / {2}businessAreaUndo,\n/),
  },
  { file: 'domain/core/id.ts', add: repeat(/ {2}'business-area',\n/) },
  { file: 'domain/audit/nouns.ts', add: repeat(/ {2}'business-area',\n/) },
  { file: 'domain/audit/acts.ts', add: repeat(/(?: {2}BusinessArea\w+: .*\n)+/) },
  { file: 'domain/core/authorization.ts', add: repeat(/(?: {2}'business-area\.[a-z-]+': .*\n)+/) },
  {
    file: 'bff/routes.ts',
    add: repeat(/(?:import \{ businessArea\w+ \}.*\n)+/, /(?: {4}\.\.\.businessArea\w+,\n)+/),
  },
  {
    file: 'bff/undo/uses.ts',
    add: repeat(
      /import \{ removeBusinessArea \}.*\n/,
      /import \{ businessAreaUses \}.*\n/,
      / {2}\[nameOf\(removeBusinessArea\).*\n/,
    ),
  },
  { file: 'projections/all-projections.ts', add: addProjection },
  {
    file: 'web/app/routes/features.ts',
    add: (text, rename, source) =>
      repeat(/import \{ businessAreaScreens \}.*\n/)(text, rename, source).replace(/,\n\];\n$/, () =>
        rename(',\n  businessAreaScreens,\n];\n'),
      ),
  },
  {
    file: 'web/i18n/resources.d.ts',
    add: repeat(/import type businessAreas .*\n/, / {2}'business-areas': .*\n/),
  },
  { file: 'docs/product/README.md', add: repeat(/\| \[business-areas\.md\].*\n/) },
  ...languages.flatMap((language): CentralList[] => [
    {
      file: `locales/${language}/lazy/errors.json`,
      source: 'locales/en/lazy/errors.json',
      add: (text, rename, source) =>
        repeat(/(?: {2}"business-area\..*\n)+/)(text, rename, edited('locales/en/lazy/errors.json', source)),
    },
    {
      file: `locales/${language}/shell.json`,
      source: 'locales/en/shell.json',
      add: repeat(/ {2}"nav-business-areas".*\n/),
    },
    { file: `locales/${language}/lazy/why-not.json`, add: repeat(/ {4}"business-area": \{[^}]*\},\n/) },
    { file: `locales/${language}/lazy/audit.json`, add: repeat(/ {4}"business-area": .*\n/) },
  ]),
];

/** Repeats, for business areas, the lines of applications, which have an operation. */
const likeApplications =
  (...lines: readonly RegExp[]): CentralList['add'] =>
  (text, rename) =>
    lines.reduce((result, line) => {
      const [found] = line.exec(result) ?? [];
      if (found === undefined) throw new Error(`${line} is not there: bring test/new-noun in step with the list`);
      const own = found.replaceAll('application', 'businessArea').replace(/\/businessArea(?=[/.])/, '/business-area');
      return result.replace(found, () => found + rename(own));
    }, text);

/** The lists that also know the nouns with operations. */
export const operationLists: readonly CentralList[] = [
  {
    file: 'domain/audit/acts.ts',
    add: (text, rename) =>
      text.replace(rename("  BusinessAreaRemoved: 'deleted',\n"), (line) =>
        rename(`${line}  BusinessAreaApplyRequested: 'requested',\n  BusinessAreaApplied: 'done',\n`),
      ),
  },
  {
    file: 'domain/operation-kinds/operation-kinds.ts',
    add: likeApplications(/import \{ applicationOperations \}.*\n/, / {2}applicationOperations,\n/),
  },
  {
    file: 'domain/operation-kinds/subject-names.ts',
    add: (text, rename) =>
      likeApplications(/import \{ applicationNames \}.*\n/)(text, rename, text).replace(
        '  application: applicationNames,\n',
        (line) => `${line}${rename("  'business-area': businessAreaNames,\n")}`,
      ),
  },
  {
    file: 'workers/operations.ts',
    add: likeApplications(/import \{ applicationWork \}.*\n/, / {2}applicationWork,\n/),
  },
  {
    file: 'web/i18n/resources.d.ts',
    add: likeApplications(/import type applicationOperations .*\n/, / {2}typeof applicationOperations &\n/),
  },
];
