import type { FeatureViews } from '../../components/layout/screen.ts';
import { dockView, memberView } from './dock-view.ts';

export const peopleViews: FeatureViews = {
  texts: ['people'],
  screens: {
    '/users': async () => (await import('./user-list.tsx')).UserList,
    '/user/edit-user': async () => (await import('./edit-user.tsx')).EditUser,
    '/user/modify-user': async () => (await import('./edit-user.tsx')).ModifyUser,
    '/role-change-list': async () => (await import('./role-change-list.tsx')).RoleChangeList,
    '/my/team': async () => (await import('./my-team.tsx')).MyTeam,
  },
  docks: {
    [dockView]: async () => (await import('./user-panel.tsx')).UserPanel,
    [memberView]: async () => (await import('./member-panel.tsx')).MemberPanel,
  },
};
