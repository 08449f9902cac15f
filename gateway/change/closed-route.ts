import { isKongObject, type KongObject } from '../admin-api/entity.ts';

/**
 * A route that requires this header is closed: only Portico knows the value, and other callers get 404. A new route
 * stays closed until its protection is in force. A route that is removed is closed before its protection.
 */
export const closedRouteHeader = 'x-portico-guard';

/** Returns a route's body with the guard. */
export const closed = (body: KongObject, secret: string): KongObject => ({
  ...body,
  headers: { [closedRouteHeader]: [secret] },
});

/** Returns whether a route on the gateway is closed. */
export const isClosed = ({ body: { headers } }: { body: KongObject }): boolean =>
  isKongObject(headers) && closedRouteHeader in headers;

/** Returns a body without the fields that Kong sets and a PUT must not repeat. */
export const withoutTimes = ({
  id: _id,
  created_at: _created,
  updated_at: _updated,
  ...body
}: KongObject): KongObject => body;
