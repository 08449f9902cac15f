import { text } from '../kernel/json.ts';
import type { Plugin } from '../proxy/call.ts';
import { errorReply } from '../proxy/replies.ts';

const units: Record<string, number> = { megabytes: 1_000_000, kilobytes: 1000, bytes: 1 };

/** Refuses bodies whose Content-Length is too large. */
export const requestSizeLimiting: Plugin = {
  access(call, { config }) {
    const length = call.request.headers['content-length'];
    if (length === undefined && config.require_content_length === true)
      return errorReply(411, 'A valid Content-Length header is required', call.id, call.request.headers.accept);
    const most = Number(config.allowed_payload_size) * (units[text(config.size_unit)] ?? 1);
    return Number(length ?? 0) > most
      ? errorReply(413, 'Request size limit exceeded', call.id, call.request.headers.accept)
      : undefined;
  },
};
