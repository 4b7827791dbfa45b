import { type DigestReader, listDigestReaders } from '#db/queries/digests.ts';
import { claimDigest } from '#workers/briefings/claim-digest.ts';
import type { WorkerContext } from '#workers/context.ts';
import { guard } from './failure.ts';

const BATCH = 50;

export type DigestActivities = ReturnType<typeof createDigestActivities>;

/** Queues digests. On the queue `core`; safe to repeat, as a user gets at most one digest a day. */
export function createDigestActivities(context: Pick<WorkerContext, 'pool' | 'encryption' | 'logger' | 'meters'>) {
  const { pool, logger, meters } = context;
  return {
    /**
     * Queues the digests that are due for a batch of users.
     *
     * @param page.after Last user of the previous batch; null to start.
     * @returns how many were queued, and where the next batch starts; null after the last
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

  /** Returns whether a digest was queued. A failure affects only this user; the next run tries again. */
  async function claim(reader: DigestReader): Promise<boolean> {
    try {
      return await claimDigest(context, reader);
    } catch (error) {
      logger.error({ err: error, userId: reader.userId }, 'failed to queue a digest');
      meters.countFailure('claimDigests', 'core', null, 'unexpected');
      return false;
    }
  }
}
