import { isRow, type Row, text } from '../kernel/json.ts';
import type { Plugin, PluginConfig, PluginContext } from '../proxy/call.ts';
import { logEntry } from './log-entry.ts';

type Queue = { entries: Row[]; timer?: NodeJS.Timeout; sending: boolean };

/** The queues of the plugins that have entries. Entries in them are lost when the gateway ends. */
const queues = new Map<string, Queue>();

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000).unref());

async function post(config: Row, entries: Row[]): Promise<void> {
  const queue = isRow(config.queue) ? config.queue : {};
  const single = Number(queue.max_batch_size ?? 1) === 1;
  const headers = isRow(config.headers)
    ? Object.entries(config.headers).map(([name, value]) => [name, text(value)])
    : [];
  const response = await fetch(text(config.http_endpoint), {
    method: text(config.method) || 'POST',
    headers: [['Content-Type', text(config.content_type) || 'application/json'], ...headers] as [string, string][],
    body: JSON.stringify(single ? entries[0] : entries),
    signal: AbortSignal.timeout(Number(config.timeout ?? 10_000)),
  });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`the log's listener responded with ${response.status}`);
}

/** Sends one batch. Tries again with growing pauses until `max_retry_time` is over, then drops it. */
async function deliver(config: Row, entries: Row[], { onError }: PluginContext): Promise<void> {
  const queue = isRow(config.queue) ? config.queue : {};
  const until = Date.now() + Number(queue.max_retry_time ?? 60) * 1000;
  let delay = Number(queue.initial_retry_delay ?? 0.01);
  for (;;) {
    try {
      return await post(config, entries);
    } catch (error) {
      if (Date.now() + delay * 1000 > until) return onError(error);
      await pause(delay);
      delay = Math.min(delay * 2, Number(queue.max_retry_delay ?? 60));
    }
  }
}

async function drain(id: string, config: Row, context: PluginContext): Promise<void> {
  const queue = queues.get(id);
  if (!queue || queue.sending) return;
  queue.sending = true;
  const most = Number(isRow(config.queue) ? (config.queue.max_batch_size ?? 1) : 1);
  while (queue.entries.length > 0) await deliver(config, queue.entries.splice(0, most), context);
  queue.sending = false;
  queues.delete(id);
}

/**
 * Puts an entry into the plugin's queue. A batch is sent when it is full or its oldest entry has waited long enough.
 */
function enqueue({ plugin, config }: PluginConfig, entry: Row, context: PluginContext): void {
  const id = String(plugin.id);
  const settings = isRow(config.queue) ? config.queue : {};
  const queue = queues.get(id) ?? { entries: [], sending: false };
  queues.set(id, queue);
  queue.entries.push(entry);
  // A full queue loses its oldest entries, as in Kong.
  if (queue.entries.length > Number(settings.max_entries ?? 10_000)) queue.entries.shift();
  const most = Number(settings.max_batch_size ?? 1);
  if (queue.entries.length >= most) {
    clearTimeout(queue.timer);
    void drain(id, config, context);
  } else if (queue.entries.length === 1)
    queue.timer = setTimeout(
      () => void drain(id, config, context),
      Number(settings.max_coalescing_delay ?? 1) * 1000,
    ).unref();
}

/** Posts an entry for every call to a listener, single or in batches. */
export const httpLog: Plugin = {
  log(call, setting, outcome, context) {
    enqueue(setting, logEntry(call, outcome), context);
  },
};
