import { startEchoUpstream } from '../gateway/echo-upstream.ts';

/** ECHO_HOST: the address to listen on. `::` means all addresses of this machine. */
const { url, close } = await startEchoUpstream({
  port: Number(process.env.ECHO_PORT),
  host: process.env.ECHO_HOST || '127.0.0.1',
});
console.log(JSON.stringify({ ready: true, url }));
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void close());
