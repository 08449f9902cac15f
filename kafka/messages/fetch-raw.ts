import { createAPI, fetchV12, type Reader, ResponseError } from '@platformatic/kafka';
import type { Aborted } from './record-batches.ts';

/**
 * What a fetch says of one partition.
 *
 * @property aborted transactions that were given up: whose they were, and where they began.
 * @property records its batches as they are.
 */
export type FetchedPartition = Readonly<{
  partition: number;
  errorCode: number;
  aborted: readonly Aborted[];
  records: Buffer;
}>;

/** `OFFSET_OUT_OF_RANGE`: the messages were deleted in the meantime. */
const gone = 1;

const readPartition = (reader: Reader): FetchedPartition => {
  const [partition, errorCode] = [reader.readInt32(), reader.readInt16()];
  // High watermark, last stable offset, start of the log.
  reader.skip(3 * 8);
  const aborted =
    reader.readNullableArray((each) => ({ producerId: each.readInt64(), firstOffset: each.readInt64() })) ?? [];
  // Preferred replica.
  reader.skip(4);
  return { partition, errorCode, aborted, records: reader.readNullableBytes() ?? Buffer.alloc(0) };
};

/** Version 12 of Fetch whose answer keeps the batches packed: the client's own unpacks them, however large they get. */
export const fetchRaw = createAPI<Parameters<typeof fetchV12.createRequest>, FetchedPartition[]>(
  fetchV12.api.key,
  fetchV12.api.version,
  fetchV12.createRequest,
  (_correlation, key, version, reader) => {
    // Throttling, the error of a session, and its id: there is no session.
    reader.skip(4 + 2 + 4);
    const partitions = reader
      .readArray((topic) => {
        topic.readString();
        return topic.readArray(readPartition);
      })
      .flat();
    const failed = partitions.find(({ errorCode }) => errorCode !== 0 && errorCode !== gone);
    if (failed) throw new ResponseError(key, version, { '/': [failed.errorCode, null] }, partitions);
    return partitions;
  },
);
