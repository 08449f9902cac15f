import { auditEntryView } from '../../components/layout/audit-entry-view.ts';

/** Example addresses of each screen and dock view. The browser test of every screen opens them. */
export const addresses = {
  '/audit': ['/audit', '/audit?noun=api&act=added', '/audit?search=nothing-is-called-so'],
};
export const docks = {
  // Ids of entries differ in each installation. `find-who-did-it` opens one.
  [auditEntryView]: [],
};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = { routes: { '/audit': 'PARx' }, dockViews: { [auditEntryView]: 'PARx' } };
