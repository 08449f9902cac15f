/** How a description is written. */
export type SpecFormat = 'json' | 'yaml';

/** The generation of the OpenAPI specification that a description follows. */
export type SpecVersion = '2.0' | '3.0' | '3.1';

/** What Portico needs to know of an uploaded description without reading it again. Every text is cleaned and cut. */
export type SpecDocument = Readonly<{
  /** SHA-256 of the uploaded bytes, lower-case hex. */
  hash: string;
  format: SpecFormat;
  /** Bytes of the upload. */
  size: number;
  specVersion: SpecVersion;
  /** The exact text of `openapi` or `swagger`, such as `3.1.1`. */
  openapi: string;
  /** `info.title`, or '' when it has none. */
  title: string;
  /** `info.version` as it was written, or '' when it has none. */
  version: string;
  description: string;
  /** Operations under `paths`. */
  operations: number;
  paths: number;
  /** Absolute http and https addresses, server variables filled with their defaults. */
  servers: readonly string[];
  /** Names of declared and used tags, in the order of the document. */
  tags: readonly string[];
}>;
