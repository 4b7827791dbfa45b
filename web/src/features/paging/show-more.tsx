import { failureDetail } from '#web/features/errors/failure-notice.ts';
import { Button } from '#web/ui/button.tsx';
import type { PagedQuery } from './paged-query.ts';

type Props = { query: PagedQuery; failure: string; size?: 'small' | 'default' };

/** A button that loads the next page of a list. If that fails, shows why and offers to try again. */
export function ShowMore({ query, failure, size = 'default' }: Props) {
  const hasFailed = query.isFetchNextPageError;
  return (
    <div className="flex flex-col items-start gap-2">
      {hasFailed && (
        <p role="alert" className="text-danger">
          {[failure, failureDetail(query.error)].filter(Boolean).join('. ')}
        </p>
      )}
      <Button size={size} busy={query.isFetchingNextPage} onClick={query.fetchNextPage}>
        {hasFailed ? 'Try again' : 'Show more'}
      </Button>
    </div>
  );
}
