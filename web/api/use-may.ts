import { type Action, may, type Resource } from '#domain/core/authorization.ts';
import { useUser } from './session.tsx';

/**
 * Returns a check of the authorization table for the user. Use it only to show or hide an action, because the server
 * decides again.
 */
export const useMay = () => {
  const user = useUser();
  const actor = {
    ...user,
    userId: user.id,
    ownerApps: user.ownerApps.map(({ id }) => id),
    decidingApps: user.ownerApps.flatMap(({ id, maintainersDecide }) => (maintainersDecide ? [id] : [])),
  };
  return (action: Action, resource?: Resource): boolean => may(actor, action, resource);
};
