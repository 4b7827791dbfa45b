import { type DigestReader, listDigestReaders } from '#db/queries/digests.ts';
import { claimDigest } from '#workers/briefings/claim-digest.ts';
import type { WorkerContext } from '#workers/context.ts';
import { guard } from './failure.ts';

const BATCH = 50;

export type DigestActivities = ReturnType<typeof createDigestActivities>;

/** On the queue `core`: safe to repeat, a user's digest of a day is queued once. */
export function createDigestActivities(context: Pick<WorkerContext, 'pool' | 'encryption' | 'logger'>) {
  const { pool, logger } = context;
  return {
    /**
     * Queues the digests that are due among some users.
     *
     * @param page.after the last user of the batch before; null begins
     * @returns how many were queued, and where the next batch begins; null: this was the last one
     */
    async claimDigests(page: { after: string | null }): Promise<{ queued: number; next: string | null }> {
      return await guard(logger, async () => {
        const readers = await listDigestReaders(pool, { after: page.after, limit: BATCH });
        let queued = 0;
        for (const reader of readers) if (await claim(reader)) queued += 1;
        return { queued, next: readers.length < BATCH ? null : (readers.at(-1)?.userId ?? null) };
      });
    },
  };

  /** One that fails keeps nobody else's from being made; the next run tries it again. */
  async function claim(reader: DigestReader): Promise<boolean> {
    try {
      return await claimDigest(context, reader);
    } catch (error) {
      logger.error({ err: error, userId: reader.userId }, 'a digest could not be made');
      return false;
    }
  }
}
