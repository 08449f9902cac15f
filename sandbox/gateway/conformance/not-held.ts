/** Recordings the gateway does not answer as recorded, and why. Everything else holds, or the suite fails. */
export const notHeld: Record<string, string> = {};
