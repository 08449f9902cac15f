import type { Actor } from '#domain/core/actor.ts';

/** The sender of the HTTP request: a browser with a session cookie, or a script with a bearer token. */
export type Caller = Readonly<{
  actor: Actor;
  /** The session's hash; absent for a bearer token. */
  session?: string;
  /** When the person last proved to the identity provider who they are. Undefined: unknown. */
  signedInAt?: Date | undefined;
}>;

/** Values that middlewares set on Hono's context. */
type Variables = {
  /** Undefined without a signed-in user. */
  caller?: Caller;
  /** When the caller was looked up (`performance.now()`), and a second look, for rights that have changed since. */
  identified?: Readonly<{ at: number; again: () => Promise<Caller | undefined> }>;
  /** The id of the call's command, once it has one. */
  commandId?: string;
  /** In every error and, as correlation id, in the events. */
  correlationId: string;
  /** The client. A proxy's headers count only from trusted hops (requirement M3). */
  client: Readonly<{ address: string; userAgent: string }>;
  /** Counts the call as this user's from now on. Throws RefusedError when too many of theirs are under way. */
  identify?: (userId: number) => void;
  /**
   * The reader of the body calls `received` for each part (throws RefusedError when there is no memory for it) and
   * `complete` at the end.
   */
  body?: Readonly<{ received: (bytes: number) => void; complete: () => void }>;
};

export type BffEnv = { Variables: Variables };
