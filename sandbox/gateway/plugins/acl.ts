import { strings, text } from '../kernel/json.ts';
import type { Plugin } from '../proxy/call.ts';
import { removeHeader, setHeader } from '../proxy/header-list.ts';
import { errorReply } from '../proxy/replies.ts';

/** Allows consumers by their groups. A call without a credential gets 401, not 403. */
export const acl: Plugin = {
  access(call, { config }, { store }) {
    const groups = call.consumer
      ? store
          .children('acls', 'consumer', String(call.consumer.id))
          .toSorted((one, other) => (text(one.id) < text(other.id) ? -1 : 1))
          .map((row) => text(row.group))
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
    // Hiding does not remove what the client sent, as in Kong.
    if (config.hide_groups_header === true) return undefined;
    removeHeader(call.upstream.headers, 'X-Consumer-Groups');
    setHeader(call.upstream.headers, 'X-Consumer-Groups', groups.join(', '));
    return undefined;
  },
};
