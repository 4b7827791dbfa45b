/** Identifiers of Matroska elements: the segment's information, and in it the length, which a recording made live does not carry. */
const INFO = Buffer.from([0x15, 0x49, 0xa9, 0x66]);
const DURATION_ID = [0x44, 0x89];
const DURATION_BYTES = 8;

/**
 * Writes the length into a WebM film recorded live, so that players show a time line that can be moved along.
 * @throws Error when the film has no information element
 */
export function setFilmSeconds(film: Buffer, seconds: number): Buffer {
  const info = film.indexOf(INFO);
  const sizeAt = info + INFO.length;
  const first = film[sizeAt] ?? 0;
  // As many leading zero bits as bytes follow the first one.
  const sizeBytes = Math.clz32(first) - 23;
  if (info < 0 || sizeBytes > 6) throw new Error('The film has no information element that can be extended.');
  const size = film.readUIntBE(sizeAt, sizeBytes) - 2 ** (7 * sizeBytes);

  const duration = Buffer.alloc(DURATION_ID.length + 1 + DURATION_BYTES);
  duration.set([...DURATION_ID, 0x80 + DURATION_BYTES]);
  // In milliseconds, the unit of recorders.
  duration.writeDoubleBE(seconds * 1000, DURATION_ID.length + 1);
  const newSize = Buffer.alloc(8);
  newSize[0] = 0x01;
  newSize.writeUIntBE(size + duration.length, 2, 6);
  return Buffer.concat([
    film.subarray(0, sizeAt),
    newSize,
    film.subarray(sizeAt + sizeBytes, sizeAt + sizeBytes + size),
    duration,
    film.subarray(sizeAt + sizeBytes + size),
  ]);
}
