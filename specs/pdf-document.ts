import { createHash } from 'node:crypto';
import { specError } from './spec-refusal.ts';

/** A document for people. Nothing in it is read: it is stored and only ever downloaded (requirement D8). */
export type PdfDocument = Readonly<{
  hash: string;
  format: 'pdf';
  size: number;
  specVersion: null;
  title: '';
  version: '';
  description: '';
  operations: 0;
  servers: readonly [];
}>;

const endsWith = '%%EOF';

/** @throws RefusedError `spec.pdf-damaged` when it was cut off: its end mark stands in the last kilobyte (7.5.5). */
export const describePdf = (bytes: Uint8Array): PdfDocument => {
  if (!Buffer.from(bytes.subarray(-1024)).toString('latin1').includes(endsWith)) throw specError('pdf-damaged');
  const hash = createHash('sha256').update(bytes).digest('hex');
  return {
    hash,
    format: 'pdf',
    size: bytes.length,
    specVersion: null,
    title: '',
    version: '',
    description: '',
    operations: 0,
    servers: [],
  };
};
