import { namesOf } from './names.ts';

/** The noun that new ones are copied from: it is real, so its code is always formatted, typed and tested. */
export const template = namesOf('business-area');

export const folders = ['domain', 'bff', 'web/features'].map((folder) => `${folder}/${template.kebab}`);

/** Its files outside its folders. */
export const files = [
  `projections/${template.plural}.ts`,
  `docs/product/${template.plural}.md`,
  `e2e/look-after-${template.plural}.spec.ts`,
];

/** What only business areas have: the list of all of them for menus of APIs, and what belongs to one. */
export const leftOut = [
  'domain/business-area/all.ts',
  'domain/business-area/list-calls.ts',
  'bff/business-area/options.ts',
  'bff/business-area/options.test.ts',
  'bff/business-area/uses.test.ts',
  'web/features/business-area/shared/queries.ts',
];

export type Edit = readonly [before: string | RegExp, after: string];

/** The copy has no list of all, so its pages have that path. */
const pages: Edit = [/\/business-areas\/search/g, '/business-areas'];

/** What differs in the copy, beside the names. Each old text has to be in its file. */
const edits: Readonly<Record<string, readonly Edit[]>> = {
  'domain/business-area/decider.ts': [
    // The specs stay, and are red until the rules are written.
    [
      /const decide = [\s\S]*?\n};\n/,
      '/** The rules of the noun come here. `decider.test.ts` says what they have to be. */\nconst decide = (_command: BusinessAreaCommand, _state: BusinessArea): Decision<BusinessAreaEvent> => [];\n',
    ],
    [/import \{ notFound, refuse \} from .*\n/, ''],
  ],
  'domain/business-area/schema.ts': [pages],
  'domain/business-area/calls.ts': [pages],
  'bff/business-area/commands.test.ts': [pages],
  'bff/business-area/routes.ts': [
    ["import { businessAreaOptionQueries } from './options.ts';\n", ''],
    ['...businessAreaOptionQueries, ', ''],
  ],
  'bff/business-area/uses.ts': [
    ["import { sql } from 'kysely';\n", ''],
    [/Uses: readonly Use\[\] = \[[\s\S]*?\n\];/, 'Uses: readonly Use[] = [];'],
  ],
  'bff/business-area/examples.ts': [
    [/ +GET \/api\/business-areas +own .*\n/, ''],
    pages,
    [
      '  own: [\n',
      "  // Strike out the calls that the specification promises (bff/fixtures/specified-calls.tsv).\n  own: [\n    'POST /api/business-area',\n    'DELETE /api/business-area/{id}',\n",
    ],
  ],
  'web/features/business-area/queries.ts': [
    [
      "import { businessAreasKey } from './shared/queries.ts';\n",
      "\nconst businessAreasKey = ['business-areas'] as const;\n",
    ],
  ],
  'web/features/business-area/addresses.ts': [
    ["  // The demo's first business area.\n", ''],
    [/`\/business-areas\?dock=\$\{dockView\}:1`, /, ''],
  ],
  'docs/product/business-areas.md': [
    [/APIs are sorted into business areas\. [\s\S]*?\n\n/, ''],
    [' Business areas of older installations may have none', ''],
    [/- `GET \/api\/business-areas` has [\s\S]*?\n(?=- )/, ''],
    [/ lists what can belong to one: today\n[\s\S]*?\n(?=- )/, ' lists what can belong to one: today\n  nothing.\n'],
    [/- An API's history names .*\n/, ''],
  ],
  'locales/en/lazy/business-areas.json': [
    ['APIs are sorted into business areas. The gallery can be filtered by them.', 'All business areas of the portal.'],
    ["People see it in the gallery's filter.", 'People know it by this name.'],
    [
      "It disappears from the gallery's filter and from the upload form. A business area with APIs can't be deleted.",
      "It disappears from every list. A business area that something belongs to can't be deleted.",
    ],
    [' Then people can choose it when they upload an API.', ''],
  ],
  'locales/en/lazy/errors.json': [
    [
      'Unable to delete the busines area. Please ensure that no products are tied to this business area',
      "Something belongs to this business area, so it can't be deleted.",
    ],
  ],
};

/** Returns a file of the template after these edits. @throws when it is not as they expect it */
export const edited = (file: string, text: string, own: readonly Edit[] = edits[file] ?? []): string =>
  own.reduce((result, [before, after]) => {
    const changed = result.replace(before, after);
    if (changed === result) throw new Error(`${file} has no ${before} to replace: bring test/new-noun in step with it`);
    return changed;
  }, text);
