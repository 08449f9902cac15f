import { isKongObject, type KongObject } from './entity.ts';

/**
 * A route that asks for this header, with a value that only Portico knows, is closed to everybody else: the gateway
 * answers 404. A new route is closed until its protection is in force, one that goes is closed before its protection goes.
 */
export const guardHeader = 'x-portico-guard';

/** The same route, closed. */
export const closed = (body: KongObject, secret: string): KongObject => ({
  ...body,
  headers: { [guardHeader]: [secret] },
});

/** Whether Kong holds the route closed. */
export const isClosed = ({ body: { headers } }: { body: KongObject }): boolean =>
  isKongObject(headers) && guardHeader in headers;

/** What a PUT may say again of an entity that Kong has answered. */
export const withoutTimes = ({
  id: _id,
  created_at: _created,
  updated_at: _updated,
  ...body
}: KongObject): KongObject => body;
