import { afterEach, expect, it, vi } from 'vitest';
import type { Route } from '#bff/http/route.ts';
import type { Table } from '#projections/engine/table.ts';

/*
 * What several nouns make together holds each name once. Each case lets one noun take a name that is there: its module is
 * replaced by one with a double, then the list is read.
 */

const callOf = (path: string) => ({ method: 'get', path }) as unknown as Route;
const screenOf = (path: string) => ({ path, who: 'anyone' });
const tableOf = (name: string) => ({ name, key: [], columns: {} }) as Table;
/** The file of a noun, one of its exports with a double in it, the list that joins them, and the double. */
const cases: readonly (readonly [string, string, object, string, string])[] = [
  [
    'domain/key-limit/operations.ts',
    'keyLimitOperations',
    { deploy: {} },
    'domain/operation-kinds/operation-kinds.ts',
    'deploy',
  ],
  ['workers/key-limit/operations.ts', 'keyLimitWork', { deploy: {} }, 'workers/operations.ts', 'deploy'],
  [
    'domain/business-area/business-area.ts',
    'businessAreaEvents',
    { ApiPublished: {} },
    'domain/event-catalogue.ts',
    'ApiPublished',
  ],
  [
    'domain/key-limit/history.ts',
    'keyLimitHistory',
    { ApiPublished: 'step' },
    'domain/history/history.ts',
    'ApiPublished',
  ],
  [
    'bff/business-area/queries.ts',
    'businessAreaQueries',
    [callOf('/api/applications')],
    'bff/routes.ts',
    'get /api/applications',
  ],
  [
    'bff/business-area/queries.ts',
    'businessAreaQueries',
    [callOf('/api/swagger/{name}')],
    'bff/routes.ts',
    'get /api/swagger/{name}',
  ],
  [
    'projections/business-areas.ts',
    'businessAreas',
    { tables: [tableOf('apis')], on: {} },
    'projections/all-projections.ts',
    'apis',
  ],
  ['workers/mail/warn-of-ends.ts', 'mailChores', [{ name: 'sweep' }, { name: 'sweep' }], 'workers/chores.ts', 'sweep'],
  [
    'web/features/business-area/screens.ts',
    'businessAreaScreens',
    { routes: [], docks: { plugin: {} } },
    'web/app/routes/routes.ts',
    'plugin',
  ],
  [
    'web/features/business-area/screens.ts',
    'businessAreaScreens',
    { routes: [screenOf('/settings')] },
    'web/app/routes/routes.ts',
    '/settings',
  ],
];

const root = new URL('../../', import.meta.url);
const pathOf = (file: string) => new URL(file, root).pathname;

afterEach(() => {
  for (const [file] of cases) vi.doUnmock(pathOf(file));
  vi.resetModules();
});

it.each(cases)('%s, %s: %o has a name that is taken, so %s throws', async (file, name, double, list, key) => {
  vi.doMock(pathOf(file), async (original) => ({ ...(await original<object>()), [name]: double }));
  await expect(import(/* @vite-ignore */ pathOf(list))).rejects.toThrow(`"${key}"`);
});
