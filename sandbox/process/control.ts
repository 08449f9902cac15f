import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Part } from './part.ts';

/**
 * Starts a server with which another terminal (and the browser tests) stops and starts parts of a running sandbox:
 * `POST /gateway/stop`. It serves only this machine, and only with the token of the data folder.
 */
export const startControl = async (
  port: number,
  token: string,
  parts: readonly Part[],
): Promise<{ close: () => void }> => {
  const server = createServer(async (request, response) => {
    const [, name, verb] = (request.url ?? '').split('/');
    const part = parts.find((candidate) => candidate.name === name);
    const respond = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`);
    if (request.method !== 'POST' || request.headers.authorization !== `Bearer ${token}`)
      return respond(403, 'not allowed');
    if (!part) return respond(404, `there is no ${name}; there are ${parts.map((each) => each.name).join(', ')}`);
    if (verb === 'stop') await part.stop();
    else if (verb === 'start') part.start();
    else return respond(404, 'stop or start');
    return respond(200, `${name}: ${verb === 'stop' ? 'stopped' : 'started'}`);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { close: () => server.close() };
};
