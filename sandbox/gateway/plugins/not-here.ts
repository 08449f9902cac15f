import type { Plugin } from '../proxy/call.ts';
import { errorReply } from '../proxy/replies.ts';

/**
 * An authentication plugin that the gateway can store but not run. It refuses every call, which is safer than allowing
 * all.
 */
export const notHere: Plugin = {
  access: (call, { plugin }) =>
    errorReply(501, `the sandbox gateway has no ${plugin.name} plugin`, call.id, call.request.headers.accept),
};
