/** What one generation may cost (requirement K5). A middle-sized API makes 500 files in 5 to 10 s with 500 MB. */
export const codeLimits = {
  /** Wall time of the generator, and its time on the processors, in milliseconds. */
  milliseconds: 120_000,
  /** Milliseconds after which it is killed though this process is gone. */
  alone: 130_000,
  /** Its heap, in MB. The JVM itself takes some 200 MB more. */
  heap: 768,
  /** Bytes of a single file, held by the operating system. */
  fileBytes: 64 * 1024 * 1024,
  /** Files and bytes of all that it writes, looked at every second while it runs and once more when it is packed. */
  files: 20_000,
  bytes: 200 * 1024 * 1024,
  look: 1_000,
  archiveBytes: 50 * 1024 * 1024,
} as const;
