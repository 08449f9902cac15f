import { once } from 'node:events';
import { createServer } from 'node:http';
import type { Part } from './part.ts';

/**
 * Lets another terminal (and the browser tests) stop and start parts of a running sandbox:
 * `POST /gateway/stop`. Only this machine, and only with the token of the data folder.
 */
export const startControl = async (
  port: number,
  token: string,
  parts: readonly Part[],
): Promise<{ close: () => void }> => {
  const server = createServer(async (request, response) => {
    const [, name, verb] = (request.url ?? '').split('/');
    const part = parts.find((candidate) => candidate.name === name);
    const answer = (status: number, text: string) =>
      response.writeHead(status, { 'content-type': 'text/plain' }).end(`${text}\n`);
    if (request.method !== 'POST' || request.headers.authorization !== `Bearer ${token}`)
      return answer(403, 'not allowed');
    if (!part) return answer(404, `there is no ${name}; there are ${parts.map((each) => each.name).join(', ')}`);
    if (verb === 'stop') await part.stop();
    else if (verb === 'start') part.start();
    else return answer(404, 'stop or start');
    return answer(200, `${name}: ${verb === 'stop' ? 'stopped' : 'started'}`);
  });
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return { close: () => server.close() };
};
