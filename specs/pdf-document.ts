import { createHash } from 'node:crypto';
import { specError } from './spec-refusal.ts';

/** A document for people. Portico reads nothing in it. It is only stored and downloaded (requirement D8). */
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

/** @throws RefusedError `spec.pdf-damaged` when the end mark is not in the last kilobyte (ISO 32000-1, 7.5.5). */
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
