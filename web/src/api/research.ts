import { queryOptions } from '@tanstack/react-query';
import type { answerDisambiguation, getMeetingResearch, triggerResearch } from '#contract/research.ts';
import { call, caller } from './client.ts';

/** A meeting's latest research, or null. */
export function researchQuery(meetingId: string) {
  return queryOptions({
    queryKey: ['research', meetingId],
    queryFn: async () => {
      const path = '/research/meetings/:id';
      const { results } = await call<typeof getMeetingResearch>({ method: 'get', path, params: { id: meetingId } });
      return results[0] ?? null;
    },
  });
}

/** The user's picks for guests who could be one of several people. */
export function researchAnswersQuery(meetingId: string) {
  return queryOptions({
    queryKey: ['research-answers', meetingId],
    queryFn: async () => {
      const path = '/research/meetings/:id';
      return (await call<typeof getMeetingResearch>({ method: 'get', path, params: { id: meetingId } })).answers;
    },
  });
}

export const postDisambiguation = caller<typeof answerDisambiguation>('post', '/research/disambiguation');
export const postTriggerResearch = caller<typeof triggerResearch>('post', '/research/trigger');
