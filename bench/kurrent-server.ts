import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';

/**
 * Returns the server of EVENTSTORE_URL. Without one, starts the tests' double in a process of its own: then the figures tell how
 * much Portico itself costs, and nothing of a server.
 */
export const startServer = async (): Promise<Readonly<{ url: string; name: string; close: () => Promise<void> }>> => {
  const { EVENTSTORE_URL: url } = process.env;
  if (url) return { url, name: 'KurrentDB', close: async () => undefined };
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'double-main.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  return {
    url: line,
    name: 'a double of KurrentDB',
    close: async () => {
      const ended = once(child, 'close');
      child.kill();
      await ended;
    },
  };
};
