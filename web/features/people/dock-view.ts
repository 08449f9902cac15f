/** The kinds of the dock views in the address: `?dock=user:3`; `?dock=member:3` or `member:new` for the form of a team. */
export const dockView = 'user';
export const memberView = 'member';
export const newMember = 'new';
