/**
 * Calls regularly, also while the tab is hidden. A browser that starts no worker calls as its timers let it.
 *
 * @param interval milliseconds.
 * @returns a function that ends it.
 */
export const startTicker = (onTick: () => void, interval: number): (() => void) => {
  let timer: ReturnType<typeof setInterval> | undefined;
  const worker = new Worker(new URL('./ticker-worker.ts', import.meta.url), { type: 'module' });
  worker.onmessage = onTick;
  worker.onerror = () => {
    timer ??= setInterval(onTick, interval);
  };
  worker.postMessage(interval);
  return () => {
    worker.terminate();
    clearInterval(timer);
  };
};
