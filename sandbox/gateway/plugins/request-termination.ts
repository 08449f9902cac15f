import { STATUS_CODES } from 'node:http';
import { text } from '../kernel/json.ts';
import type { Plugin } from '../proxy/call.ts';
import { jsonReply } from '../proxy/replies.ts';

/** Kong's texts that differ from the usual names of the status codes. */
const messages: Record<number, string> = {
  503: 'Service unavailable',
  404: 'Not found',
  405: 'Method not allowed',
  500: 'An unexpected error occurred',
};

/** Responds instead of the upstream. With a trigger, only to requests with a header or parameter of that name. */
export const requestTermination: Plugin = {
  access(call, { config }, { worker }) {
    const trigger = text(config.trigger);
    const triggered = trigger in call.request.headers || new URLSearchParams(call.query).has(trigger);
    if (trigger && !triggered && !(trigger.toLowerCase() in call.request.headers)) return undefined;
    const status = Number(config.status_code ?? 503);
    const body = text(config.body);
    if (body)
      return {
        status,
        headers: [['Content-Type', text(config.content_type) || 'application/json; charset=utf-8']],
        body,
      };
    const message = text(config.message) || (messages[status] ?? STATUS_CODES[status] ?? '');
    if (config.echo !== true) return jsonReply(status, { message });
    const { method, headers } = call.request;
    const request = { scheme: call.scheme, port: call.port, method, path: call.path, headers };
    return jsonReply(status, { message, kong: worker, request, matched_route: call.route });
  },
};
