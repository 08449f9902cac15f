import type { OutlineEntry, TextFormat } from './outline.ts';

/** What the editor tells its mirror. `changes` is a ChangeSet as JSON; each raises the version by one. */
export type ToMirror =
  | Readonly<{ kind: 'open'; text: string }>
  | Readonly<{ kind: 'change'; changes: unknown }>
  | Readonly<{ kind: 'cursor'; offset: number }>
  | Readonly<{ kind: 'preview'; port: MessagePort | null }>
  | Readonly<{ kind: 'write'; format: TextFormat }>;

/** Why a text can't be read; line and column from 1. */
export type Unreadable = Readonly<{ reason: string; line: number; column: number }>;

/** A text that nothing was typed into for a while: its version, and the body of a question about it, `{specText}`. */
export type Rested = Readonly<{ version: number; body: Blob }>;

/** What the mirror answers. `version` is the text that it speaks of. */
export type FromMirror =
  | Readonly<{ kind: 'outline'; version: number; entries: readonly OutlineEntry[] }>
  /** Its body is made here because the largest text takes a while to write as JSON. */
  | (Rested & Readonly<{ kind: 'rested' }>)
  | Readonly<{ kind: 'preview'; unreadable: Unreadable | null }>
  | Readonly<{ kind: 'written'; text: string | null; unreadable: Unreadable | null }>;
