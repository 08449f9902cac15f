/**
 * Returns whose calls a rate-limiting plugin counts: those of each key, or of all keys of an organization together.
 *
 * Together, calls are counted by the header `X-Consumer-Groups`. The acl plugin writes it after the caller is known and
 * before calls are counted, and replaces whatever the caller sent, if it has `hide_groups_header: false`. Every key of an
 * organization has the same two groups on a deployment: the deployment's and the organization's.
 */
export const countedBy = (together: boolean) =>
  together ? { limit_by: 'header', header_name: 'X-Consumer-Groups' } : { limit_by: 'consumer' };
