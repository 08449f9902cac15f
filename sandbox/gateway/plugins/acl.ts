import { strings, text } from '../kernel/json.ts';
import type { Plugin } from '../proxy/call.ts';
import { removeHeader, setHeader } from '../proxy/header-list.ts';
import { errorReply } from '../proxy/replies.ts';

/** Allows consumers by their groups. A call without a credential gets 401, not 403. */
export const acl: Plugin = {
  access(call, { config }, { store }) {
    const groups = call.consumer
      ? store.children('acls', 'consumer', String(call.consumer.id)).map((row) => text(row.group))
      : [];
    const [allow, deny] = [strings(config.allow), strings(config.deny)];
    const blocked =
      !call.consumer ||
      (allow.length > 0 && !groups.some((group) => allow.includes(group))) ||
      groups.some((group) => deny.includes(group));
    if (blocked)
      return call.credential
        ? errorReply(403, 'You cannot consume this service', call.id, call.request.headers.accept)
        : errorReply(401, 'Unauthorized', call.id, call.request.headers.accept);
    removeHeader(call.upstream.headers, 'X-Consumer-Groups');
    if (config.hide_groups_header !== true)
      setHeader(call.upstream.headers, 'X-Consumer-Groups', groups.sort().join(', '));
    return undefined;
  },
};
