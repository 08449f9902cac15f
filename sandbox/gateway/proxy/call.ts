import type { IncomingMessage } from 'node:http';
import type { Store } from '../entity/store.ts';
import type { Row } from '../kernel/json.ts';
import type { Random } from '../kernel/random.ts';
import type { HeaderList } from './header-list.ts';
import type { RouteMatch } from './router.ts';

/** What the gateway answers itself instead of asking the upstream. */
export type Reply = { status: number; headers: HeaderList; body: string };

/** One attempt to reach an upstream, as log entries show it. */
type Try = { ip: string; port: number; started: number; failed?: boolean };

/** A request on its way through the proxy. Plugins read and change it. */
export type Call = {
  /** 32 hexadecimal digits; goes to client, upstream and log. */
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
  /** What the upstream will get. */
  upstream: { method: string; path: string; query: string; headers: HeaderList };
  /** Reads the request's body (once); what is set with `setBody` replaces it. */
  body(): Promise<Buffer>;
  setBody(body: Buffer): void;
  consumer?: Row;
  /** The credential that was right, with what `X-Credential-Identifier` says of it. */
  credential?: { row: Row; identifier: string };
  /** Headers added to whatever is answered. */
  answerHeaders: HeaderList;
  tries: Try[];
};

/** What is known when a call is over. */
export type Outcome = {
  status: number;
  headers: HeaderList;
  bodySize: number;
  source: 'upstream' | 'kong';
  /** Milliseconds: inside the gateway, waiting for the upstream (-1: not asked), all together. */
  latencies: { kong: number; proxy: number; request: number };
};

/** What plugins share beside the call. */
export type PluginContext = {
  store: Store;
  random: Random;
  commit: () => Promise<void>;
  onError: (error: unknown) => void;
};

/** A plugin's configuration as it is stored, and the entity it belongs to. */
export type PluginConfig = { plugin: Row; config: Row };

/** A response on its way back. */
type UpstreamAnswer = { status: number; headers: HeaderList };

/** A plugin's work, by phase. */
export type Plugin = {
  /** Before the upstream is asked; a Reply ends the call. */
  access?(call: Call, setting: PluginConfig, context: PluginContext): Reply | undefined | Promise<Reply | undefined>;
  /** When the head of the answer is there. */
  header?(call: Call, setting: PluginConfig, answer: UpstreamAnswer): void;
  /** A change of the body of JSON answers, undefined when this configuration wants none. */
  json?(setting: PluginConfig): ((body: Row) => Row) | undefined;
  /** When the call is over. */
  log?(call: Call, setting: PluginConfig, outcome: Outcome, context: PluginContext): void;
};
