import recordings from './kong-3.9.1.json' with { type: 'json' };

/** A response of a real Kong 3.9.1, byte for byte. */
export type Recording = Readonly<{ request: string; sent?: unknown; status: number; contentType: string | null; body: string }>;
export type RecordingName = keyof typeof recordings;

export const recording = (name: RecordingName): Recording => recordings[name];
