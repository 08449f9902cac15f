import type { DetachedWindowAPI } from 'happy-dom';
import { afterEach } from 'vitest';
import { type Answering, startAnsweringServer } from '#test/servers/answering-server.ts';

type AnsweringServer = Awaited<ReturnType<typeof startAnsweringServer>>;

/** Responds with JSON. */
export const json =
  (status: number, body: object): Answering =>
  (_, response) =>
    response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));

/** Responds when the test says so. */
export const held = (answer: Answering): Readonly<{ answering: Answering; release: () => void }> => {
  let release = () => {};
  const answering: Answering = (request, response) => {
    release = () => answer(request, response);
  };
  return { answering, release: () => release() };
};

/**
 * Gives each test its own server at the page's address. `startWith` takes one response for each request. `seen` lists
 * the requests so far.
 */
export const pageServer = () => {
  let server: AnsweringServer | undefined;
  afterEach(async () => {
    await server?.close();
    server = undefined;
  });
  return {
    startWith: async (...answers: Answering[]): Promise<void> => {
      server = await startAnsweringServer(...answers);
      (window as unknown as { happyDOM: DetachedWindowAPI }).happyDOM.setURL(`${server.url}/`);
    },
    seen: (): AnsweringServer['seen'] => server?.seen ?? [],
  };
};
