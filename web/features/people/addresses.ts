import { dockView, memberView, newMember } from './dock-view.ts';

/** Example addresses of each screen and dock view. The browser test of every screen opens them. */
export const addresses = {
  '/users': ['/users', '/users?standing=deleted'],
  '/user/edit-user': ['/user/edit-user'],
  '/user/modify-user': ['/user/modify-user?id=1'],
  '/role-change-list': ['/role-change-list'],
  '/my/team': ['/my/team'],
};
export const docks = {
  // The demo's first person.
  [dockView]: [`/users?dock=${dockView}:1`],
  [memberView]: [`/my/team?dock=${memberView}:${newMember}`],
};

/** Who may open them, by the letters in `web/app/routes/routes.test.ts`. */
export const people = {
  routes: {
    '/users': 'P',
    '/user/edit-user': 'P',
    '/user/modify-user': 'P',
    '/role-change-list': 'PR',
    '/my/team': 'Ax',
  },
  dockViews: { [dockView]: 'PAx', [memberView]: 'Ax' },
};
