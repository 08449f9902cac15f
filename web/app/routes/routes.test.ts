import { expect, it } from 'vitest';
import { joined } from '#domain/core/distinct.ts';
import type { UserDetail } from '#domain/user/schema.ts';
import type { Who } from '../../api/roles.ts';
import { features } from './features.ts';
import { publicFeatures } from './public-screens.ts';
import { dockViews, routes } from './routes.ts';

/*
 * Who may open each screen, as a table. The browser tests then look at each layout once, not once for every person.
 * What the server shows to whom is in bff/<noun>/examples.ts.
 */

type Person = Pick<UserDetail, 'roles' | 'ownerApps' | 'organizationExternal'>;
const member = { roles: ['ROLE_COMPANY_USER'], ownerApps: [], organizationExternal: false } satisfies Person;

/** One letter for each kind of person. */
const people: Readonly<Record<string, Person>> = {
  P: { ...member, roles: ['ROLE_PORTAL_ADMIN'] },
  K: { ...member, roles: ['ROLE_KONG_ADMIN'] },
  A: { ...member, roles: ['ROLE_COMPANY_ADMIN'] },
  U: member,
  R: { ...member, roles: ['ROLE_AUDITOR'] },
  S: { ...member, roles: ['ROLE_SUPPORT'] },
  // A maintainer: owns an application.
  M: { ...member, ownerApps: [{ id: 1, name: 'Payments', maintainersDecide: false }] },
  // A company administrator of a partner.
  x: { ...member, roles: ['ROLE_COMPANY_ADMIN'], organizationExternal: true },
  // A person without a role.
  n: { ...member, roles: [] },
};

const lettersOf = (who: Who | 'anyone'): string =>
  who === 'anyone'
    ? 'anyone'
    : Object.entries(people)
        .filter(([, person]) => who(person as UserDetail))
        .map(([letter]) => letter)
        .join('');

const tableOf = (entries: readonly (readonly [string, Who | 'anyone'])[]) =>
  Object.fromEntries(entries.map(([name, who]) => [name, lettersOf(who)]));

type Letters = Readonly<Record<string, string>>;
/** Who may open the screens of the nouns' own folders. */
const ofFeatures = Object.values(
  import.meta.glob<{ people: { routes: Letters; dockViews: Letters } }>('../../features/*/addresses.ts', {
    eager: true,
  }),
);

const everybody = Object.keys(people).join('');

it('screens open for these people and for nobody else', () => {
  const expected = joined('path', [
    {
      '/': 'anyone',
      '/about': 'anyone',
      '/auth-callback': 'anyone',
      '/features': 'anyone',
      '/logout': 'anyone',
      '/terms': 'anyone',
      '/api-access-control': 'PR',
      '/api-deploy/:id': 'PM',
      '/api-deploy/:id/:name/:env': 'PM',
      '/api-history/:id': everybody,
      '/api-upload': 'PM',
      '/change-password': everybody,
      '/edit-profile': everybody,
      '/help/faq': everybody,
      '/issues': 'PS',
      '/kong/consumer-list': 'PK',
      '/kong/requests': everybody,
      '/my-requests': everybody,
      '/notices': everybody,
      '/operations': 'PS',
      '/overview': 'PK',
      '/settings': everybody,
      '/swagger-page/:id': everybody,
      '/tools': 'PKAURSM',
      '/tools/editor': 'PKAURSM',
      '/user-profile': everybody,
      '/wall': everybody,
      '/wall/all': everybody,
    },
    ...ofFeatures.map(({ people }) => people.routes),
  ]);
  expect(tableOf(routes.map(({ path, who }) => [path, who]))).toEqual(expected);
});

it('access control also opens for maintainers who decide about access to their APIs', () => {
  const { who } = routes.find(({ path }) => path === '/api-access-control') ?? { who: 'anyone' };
  const may = (maintainersDecide: boolean) =>
    who !== 'anyone' &&
    who({ ...member, ownerApps: [{ id: 1, name: 'Loans', maintainersDecide }] } as never as UserDetail);
  expect([may(false), may(true)]).toEqual([false, true]);
});

it('dock views open for these people and for nobody else', () => {
  const who = Object.entries(dockViews).map(([kind, view]) => [kind, view.who ?? (() => true)] as const);
  const expected = joined('dock view', [
    {
      api: everybody,
      call: everybody,
      compare: everybody,
      issue: 'PS',
      key: everybody,
      keys: everybody,
      kong: 'PK',
      operation: everybody,
      plugin: 'PK',
      trial: everybody,
    },
    ...ofFeatures.map(({ people }) => people.dockViews),
  ]);
  expect(tableOf(who)).toEqual(expected);
});

it('every row of the table has its screen or dock view, and each of these its row', async () => {
  for (const { views, routes: rows = [], docks = {} } of [...publicFeatures, ...features]) {
    const found = await views();
    expect(Object.keys(found.screens ?? {})).toEqual(rows.map(({ path }) => path));
    expect(Object.keys(found.docks ?? {})).toEqual(Object.keys(docks));
  }
});
