import {
  createServer,
  type IncomingMessage,
  type RequestListener,
  type ServerOptions,
  type ServerResponse,
} from 'node:http';
import type { Socket } from 'node:net';

type Call = Readonly<{ incoming: IncomingMessage; outgoing: ServerResponse }>;

/** The calls that wait, by connection. A connection that is here has a call under way. */
const waiting = new WeakMap<Socket, Call[]>();

/**
 * Answers the calls of one connection one after the other. Node begins all that a client has sent without waiting for
 * answers (HTTP pipelining), so five connections could begin thousands of calls. While calls wait, nothing more is read
 * from their connection. Browsers and proxies send the next call after the answer, so they never wait.
 */
const oneAfterAnother = (listener: RequestListener): RequestListener => {
  const begin = (socket: Socket, { incoming, outgoing }: Call): void => {
    outgoing.once('close', () => {
      const next = waiting.get(socket)?.shift();
      if (next && !socket.destroyed) return begin(socket, next);
      waiting.delete(socket);
      socket.resume();
    });
    listener(incoming, outgoing);
  };
  return (incoming, outgoing) => {
    const { socket } = incoming;
    const before = waiting.get(socket);
    if (!before) {
      waiting.set(socket, []);
      return begin(socket, { incoming, outgoing });
    }
    before.push({ incoming, outgoing });
    socket.pause();
  };
};

/** `createServer` for Hono's adapter. */
export const createFairServer = ((options: ServerOptions, listener?: RequestListener) => {
  const server = createServer(options, listener && oneAfterAnother(listener as RequestListener));
  server.on('connection', (socket: Socket) => {
    // Node resumes a connection whenever a call has been read or answered.
    socket.on('resume', () => {
      if ((waiting.get(socket)?.length ?? 0) > 0) socket.pause();
    });
  });
  return server;
}) as typeof createServer;
