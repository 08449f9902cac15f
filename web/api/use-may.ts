import { type Action, may, type Resource } from '#domain/core/authorization.ts';
import { useUser } from './session.tsx';

/** Whether the table lets the user do something; of no use but to offer it or not: the server decides again. */
export const useMay = () => {
  const user = useUser();
  const actor = { ...user, userId: user.id, ownerApps: user.ownerApps.map(({ id }) => id) };
  return (action: Action, resource?: Resource): boolean => may(actor, action, resource);
};
