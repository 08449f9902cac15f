/** The format of a description. */
export type SpecFormat = 'json' | 'yaml';

/** The version of the OpenAPI specification that a description uses. */
export type SpecVersion = '2.0' | '3.0' | '3.1';

/** An operation as the gallery's search finds and shows it. */
export type OperationText = Readonly<{ method: string; path: string; summary: string; words: string }>;

/** What Portico keeps of an uploaded description, so that it is not parsed again. All texts are cleaned and shortened. */
export type SpecDocument = Readonly<{
  /** SHA-256 of the uploaded bytes, lower-case hex. */
  hash: string;
  format: SpecFormat;
  /** Bytes of the upload. */
  size: number;
  specVersion: SpecVersion;
  /** The exact text of `openapi` or `swagger`, such as `3.1.1`. */
  openapi: string;
  /** `info.title`, or ''. */
  title: string;
  /** `info.version` as written, or ''. */
  version: string;
  description: string;
  /** Operations under `paths`. */
  operations: number;
  paths: number;
  /** Absolute http and https addresses, server variables filled with their defaults. */
  servers: readonly string[];
  /** Names of declared and used tags, in the order of the document. */
  tags: readonly string[];
  /** What the search finds of its operations. */
  texts: readonly OperationText[];
  /** The first of its references that lead to nothing in it. */
  unresolved: readonly string[];
}>;
