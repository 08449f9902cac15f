import type { Position } from '../event-store.ts';

/** An event as the server keeps it. `version` counts from 1; `created` is in milliseconds. */
export type ServerEvent = Readonly<{
  id: string;
  stream: string;
  version: number;
  type: string;
  data: Uint8Array;
  metadata: unknown;
  position: Position;
  created: number;
}>;

export type EventToSend = Readonly<{ id: string; type: string; data: Uint8Array; metadata: Record<string, unknown> }>;
