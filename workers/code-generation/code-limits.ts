/** The limits of one generation (requirement K5). A middle-sized API makes 500 files in 5 to 10 s with 500 MB. */
export const codeLimits = {
  /** Seconds of wall time, and of processor time, unless CODEGEN_SECONDS says otherwise. */
  seconds: 120,
  /** Seconds more after which the generator is killed, even if this process has died. */
  alone: 10,
  /** The heap, in MB. The JVM itself needs some 200 MB more. */
  heap: 768,
  /** The most bytes of a single file. The operating system enforces this. */
  fileBytes: 64 * 1024 * 1024,
  /** The most files and bytes of the whole output, checked each second while it runs, and again when it is packed. */
  files: 20_000,
  bytes: 200 * 1024 * 1024,
  look: 1_000,
  archiveBytes: 50 * 1024 * 1024,
} as const;
