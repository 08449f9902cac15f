/** What one generation may cost (reliability L4). A middle-sized API makes 500 files in 5 to 10 s with 500 MB. */
export const codeLimits = {
  /** Wall time of the generator, in milliseconds. */
  milliseconds: 120_000,
  /** Its heap, in MB. */
  heap: 768,
  /** Bytes of a single file, held by the operating system. */
  fileBytes: 64 * 1024 * 1024,
  files: 20_000,
  /** Of all files together, and of the archive. */
  bytes: 200 * 1024 * 1024,
  archiveBytes: 50 * 1024 * 1024,
} as const;
