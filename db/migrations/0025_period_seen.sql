-- When the copy first had its current period. The provider's clock may be ahead of ours, in the sandbox by months: a
-- period that has not begun by our clock counts from this time. Null for copies from before this column.
alter table subscriptions add column period_seen_at timestamptz;
