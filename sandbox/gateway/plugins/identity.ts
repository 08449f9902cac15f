import { type Row, text } from '../kernel/json.ts';
import type { Call, PluginContext, Reply } from '../proxy/call.ts';
import { removeHeader, setHeader } from '../proxy/header-list.ts';
import { errorReply } from '../proxy/replies.ts';
import { isUuid } from '../schema/check-field.ts';

function setOrRemove(call: Call, name: string, value: string): void {
  removeHeader(call.upstream.headers, name);
  if (value) setHeader(call.upstream.headers, name, value);
}

function setConsumer(call: Call, consumer: Row): void {
  call.consumer = consumer;
  setOrRemove(call, 'X-Consumer-ID', text(consumer.id));
  setOrRemove(call, 'X-Consumer-Custom-ID', text(consumer.custom_id));
  setOrRemove(call, 'X-Consumer-Username', text(consumer.username));
}

/** Sets the caller. The upstream gets it in headers, which replace those that the client sent. */
export function authenticated(call: Call, consumer: Row, row: Row, identifier: string): void {
  setConsumer(call, consumer);
  call.credential = { row, identifier };
  setOrRemove(call, 'X-Credential-Identifier', identifier);
  removeHeader(call.upstream.headers, 'X-Anonymous-Consumer');
}

/**
 * Continues the call as the plugin's anonymous consumer, given by id or username. If that consumer does not exist, the
 * call ends with 500, as in Kong: deleting the consumer does not switch the plugin off.
 */
export function asAnonymous(call: Call, anonymous: string, { store }: PluginContext): Reply | undefined {
  const consumer = isUuid(anonymous)
    ? store.get('consumers', anonymous)
    : store.find('consumers', ['username'], { username: anonymous });
  if (!consumer) return errorReply(500, 'An unexpected error occurred', call.id, call.request.headers.accept);
  setConsumer(call, consumer);
  removeHeader(call.upstream.headers, 'X-Credential-Identifier');
  setHeader(call.upstream.headers, 'X-Anonymous-Consumer', 'true');
  return undefined;
}
