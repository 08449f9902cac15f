import type { Actor } from '#domain/core/actor.ts';

/** Whoever sent the request: a browser with a session cookie, or a script with a bearer token. */
export type Caller = Readonly<{
  actor: Actor;
  /** The session's hash; absent for a bearer token. */
  session?: string;
}>;

/** What middlewares put on Hono's context. */
export type Variables = {
  /** Absent until somebody is signed in. */
  caller?: Caller;
  /** Quoted in every error and stored as the events' correlation id. */
  correlationId: string;
  /** Where the request came from; the proxy's headers count only from trusted hops (reliability M3). */
  client: Readonly<{ address: string; userAgent: string }>;
  /**
   * To be called with how many bytes of a body have come, by whoever reads it: a large one takes room.
   * Throws RefusedError when there is none.
   */
  received?: (bytes: number) => void;
};

export type BffEnv = { Variables: Variables };
