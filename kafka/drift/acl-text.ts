import type { Acl } from '../admin/acls.ts';

/** Returns what an ACL is about, as people write it: `topic orders.*`. */
const thingOf = ({ resource, name, pattern }: Acl): string => `${resource} ${name}${pattern === 'prefixed' ? '*' : ''}`;

/** Returns what an ACL says without whom it is for: `read topic orders.* from 10.0.0.7`. */
export const rightText = (acl: Acl): string =>
  `${acl.operation} ${thingOf(acl)}${acl.host === '*' ? '' : ` from ${acl.host}`}`;

/** Returns an ACL as people read it: `User:reports allow read topic orders`. */
export const aclText = (acl: Acl): string => `${acl.principal} ${acl.permission} ${rightText(acl)}`;
