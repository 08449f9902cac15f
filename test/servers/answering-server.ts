import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { listenAnywhere } from './listen-anywhere.ts';

export type Answering = (request: IncomingMessage, response: ServerResponse) => void;
type Seen = Readonly<{ method: string; url: string; headers: IncomingMessage['headers']; body: string }>;

/** For tests: a server that answers one request after the other with what it is given, and keeps what it was asked. */
export const startAnsweringServer = async (...answers: Answering[]) => {
  const seen: Seen[] = [];
  const left = [...answers];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk) => {
      body += chunk;
    });
    request.on('end', () => {
      seen.push({ method: request.method ?? '', url: request.url ?? '', headers: request.headers, body });
      const answer = left.shift();
      if (answer) answer(request, response);
      else response.writeHead(599).end();
    });
  });
  return {
    ...(await listenAnywhere(server)),
    seen,
  };
};
