import type { Reply } from './call.ts';

const xml = (message: string, id: string) =>
  `<?xml version="1.0" encoding="UTF-8"?>\n<error>\n  <message>${message}</message>\n  <requestid>${id}</requestid>\n</error>\n`;
const html = (message: string, id: string) =>
  `<!doctype html>\n<html>\n  <head>\n    <meta charset="utf-8">\n    <title>Error</title>\n  </head>\n  <body>\n    <h1>Error</h1>\n    <p>${message}.</p>\n    <p>request_id: ${id}</p>\n  </body>\n</html>\n`;

/**
 * Returns an error of the gateway itself, in the format that the client accepts.
 * @param plain whether a client without an Accept header gets text instead of JSON, as for failures of the upstream
 */
export function errorReply(
  status: number,
  message: string,
  id: string,
  accept: string | undefined,
  plain = false,
): Reply {
  const wanted = accept ?? (plain ? 'text/plain' : 'application/json');
  const reply = (type: string, body: string): Reply => ({
    status,
    headers: [['Content-Type', `${type}; charset=utf-8`]],
    body,
  });
  if (/text\/html/.test(wanted)) return reply('text/html', html(message, id));
  if (/(application|text)\/xml/.test(wanted)) return reply('application/xml', xml(message, id));
  if (/text\/plain/.test(wanted)) return reply('text/plain', `${message}\nrequest_id: ${id}\n`);
  return reply('application/json', `{\n  "message":${JSON.stringify(message)},\n  "request_id":"${id}"\n}`);
}

/** Returns JSON without a request id, as plugins respond that build their body themselves. */
export function jsonReply(status: number, body: object, headers: Reply['headers'] = []): Reply {
  return {
    status,
    headers: [['Content-Type', 'application/json; charset=utf-8'], ...headers],
    body: JSON.stringify(body),
  };
}
