import type { IncomingMessage } from 'node:http';
import type { Store } from '../entity/store.ts';
import type { Row } from '../kernel/json.ts';
import type { Random } from '../kernel/random.ts';
import type { HeaderList } from './header-list.ts';
import type { RouteMatch } from './router.ts';

/** A response of the gateway itself, without a call to the upstream. */
export type Reply = { status: number; headers: HeaderList; body: string };

/** One attempt to reach an upstream, as log entries show it. */
type Try = { ip: string; port: number; started: number; failed?: boolean };

/** A request on its way through the proxy. Plugins read and change it. */
export type Call = {
  /** 32 hexadecimal digits. Sent to the client, the upstream and the log. */
  id: string;
  request: IncomingMessage;
  scheme: 'http' | 'https';
  port: number;
  clientIp: string;
  /** Epoch milliseconds. */
  startedAt: number;
  path: string;
  query: string;
  match: RouteMatch;
  route: Row;
  service: Row | undefined;
  /** The request to the upstream. */
  upstream: { method: string; path: string; query: string; headers: HeaderList };
  /** Returns the request's body, which is read once, or the one that `setBody` set. */
  body(): Promise<Buffer>;
  setBody(body: Buffer): void;
  consumer?: Row;
  /** The valid credential, with its value for `X-Credential-Identifier`. */
  credential?: { row: Row; identifier: string };
  /** Headers to add to the response, whoever makes it. */
  responseHeaders: HeaderList;
  tries: Try[];
};

/** The result of a call. */
export type Outcome = {
  status: number;
  headers: HeaderList;
  bodySize: number;
  source: 'upstream' | 'kong';
  /** Milliseconds: in the gateway, waiting for the upstream (-1 if it was not called), in total. */
  latencies: { kong: number; proxy: number; request: number };
};

/** The worker that handles a call, as the gateway names it. */
export type WorkerName = { node_id: string; worker_pid: number; hostname: string };

/** Shared by all plugins. `store` is what the worker's node knows. */
export type PluginContext = {
  store: Store;
  worker: WorkerName;
  random: Random;
  commit: () => Promise<void>;
  onError: (error: unknown) => void;
};

/** A plugin's stored entity and its configuration. */
export type PluginConfig = { plugin: Row; config: Row };

/** A response on its way back. */
type UpstreamResponse = { status: number; headers: HeaderList };

/** A plugin's work, by phase. */
export type Plugin = {
  /** Runs before the call to the upstream. A Reply ends the call. */
  access?(call: Call, setting: PluginConfig, context: PluginContext): Reply | undefined | Promise<Reply | undefined>;
  /** Runs when the head of the response is there. */
  header?(call: Call, setting: PluginConfig, response: UpstreamResponse): void;
  /** Returns a function that changes JSON bodies of responses, undefined if this configuration does not. */
  json?(setting: PluginConfig): ((body: Row) => Row) | undefined;
  /** Runs when the call is over. */
  log?(call: Call, setting: PluginConfig, outcome: Outcome, context: PluginContext): void;
};
