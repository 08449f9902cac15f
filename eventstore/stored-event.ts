/** An event as it is stored and hashed. `data` and `meta` are JSON texts. */
export type EncodedEvent = Readonly<{ id: string; type: string; schemaVersion: number; data: string; meta: string }>;

/** An encoded event and its place in its stream. */
export type PlacedEvent = EncodedEvent & Readonly<{ stream: string; version: number }>;
export type StoredEvent = PlacedEvent & Readonly<{ position: string }>;
