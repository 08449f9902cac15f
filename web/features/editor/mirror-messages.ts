import type { OutlineEntry, TextFormat } from './outline.ts';

/** Messages from the editor to its mirror. `changes` is a ChangeSet as JSON. Each change raises the version by one. */
export type ToMirror =
  | Readonly<{ kind: 'open'; text: string }>
  | Readonly<{ kind: 'change'; changes: unknown }>
  | Readonly<{ kind: 'cursor'; offset: number }>
  | Readonly<{ kind: 'preview'; port: MessagePort | null }>
  | Readonly<{ kind: 'write'; format: TextFormat }>;

/** The reason why a text can't be read. Line and column count from 1. */
export type Unreadable = Readonly<{ reason: string; line: number; column: number }>;

/** A text without changes for a while: its version, and the body of a check, `{specText}`. */
export type Rested = Readonly<{ version: number; body: Blob }>;

/** Messages from the mirror. `version` is the version of the text that they describe. */
export type FromMirror =
  | Readonly<{ kind: 'outline'; version: number; entries: readonly OutlineEntry[] }>
  /** The mirror makes the body, because writing a very large text as JSON takes a while. */
  | (Rested & Readonly<{ kind: 'rested' }>)
  | Readonly<{ kind: 'preview'; unreadable: Unreadable | null }>
  | Readonly<{ kind: 'written'; text: string | null; unreadable: Unreadable | null }>;
