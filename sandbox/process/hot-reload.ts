import path from 'node:path';

/**
 * Serves the web app from its sources with hot reload, and passes requests on to the BFF.
 *
 * @returns a function that ends it.
 */
export const startHotReload = async (port: number, bffUrl: string): Promise<() => Promise<void>> => {
  const { createServer } = await import('vite');
  process.env.PORTICO_BFF_URL = bffUrl;
  const [ofSignal, ofInput] = [process.listeners('SIGTERM'), process.stdin.listeners('end')];
  const vite = await createServer({
    configFile: path.join(import.meta.dirname, '..', '..', 'web', 'vite.config.ts'),
    server: { port, strictPort: true },
  });
  // Vite would end the whole process at once, but the parts must end first.
  for (const listener of process.listeners('SIGTERM'))
    if (!ofSignal.includes(listener)) process.off('SIGTERM', listener);
  for (const listener of process.stdin.listeners('end'))
    if (!ofInput.includes(listener)) process.stdin.off('end', listener as () => void);
  await vite.listen();
  return () => vite.close();
};
