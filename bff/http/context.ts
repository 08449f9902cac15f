import type { Actor } from '#domain/core/actor.ts';

/** Whoever sent the request: a browser with a session cookie, or a script with a bearer token. */
export type Caller = Readonly<{
  actor: Actor;
  /** The session's hash; absent for a bearer token. */
  session?: string;
}>;

/** What middlewares put on Hono's context. */
type Variables = {
  /** Absent until somebody is signed in. */
  caller?: Caller;
  /** Quoted in every error and stored as the events' correlation id. */
  correlationId: string;
  /** Where the request came from; the proxy's headers count only from trusted hops (requirement M3). */
  client: Readonly<{ address: string; userAgent: string }>;
  /**
   * Told by whoever reads the body: how many bytes have come (throws RefusedError when there is no room for them), and that
   * all have.
   */
  body?: Readonly<{ received: (bytes: number) => void; complete: () => void }>;
};

export type BffEnv = { Variables: Variables };
