import { randomUUID } from 'node:crypto';
import { text } from '../kernel/json.ts';
import type { Call, Plugin } from '../proxy/call.ts';
import { headerValue, setHeader } from '../proxy/header-list.ts';

const worker = randomUUID();
let counter = 0;

const generators: Record<string, (call: Call) => string> = {
  uuid: () => randomUUID(),
  'uuid#counter': () => {
    counter += 1;
    return `${worker}#${counter}`;
  },
  tracker: (call) => {
    counter += 1;
    const address = call.request.socket.localAddress?.replace(/^::ffff:/, '') ?? '127.0.0.1';
    return `${address}-${call.port}-${process.pid}-${counter}-1-${(Date.now() / 1000).toFixed(3)}`;
  },
};

/** Adds a header with an id to every request, unless the client sent one. */
export const correlationId: Plugin = {
  access(call, { config }) {
    const name = text(config.header_name);
    const id = headerValue(call.upstream.headers, name) ?? generators[text(config.generator)]?.(call) ?? randomUUID();
    setHeader(call.upstream.headers, name, id);
    if (config.echo_downstream === true) call.responseHeaders.push([name, id]);
    return undefined;
  },
};
