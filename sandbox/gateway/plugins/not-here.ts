import type { Plugin } from '../proxy/call.ts';
import { errorReply } from '../proxy/replies.ts';

/** An authentication plugin that the stand-in can store but not run: it lets nobody through, rather than everybody. */
export const notHere: Plugin = {
  access: (call, { plugin }) =>
    errorReply(501, `the sandbox gateway has no ${plugin.name} plugin`, call.id, call.request.headers.accept),
};
