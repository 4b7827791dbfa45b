-- When the copy first had the period it has. The provider's clock may be ahead of ours (in the sandbox by months), and a period that has not begun by our
-- clock is counted from here. Null: copied before this was written down.
alter table subscriptions add column period_seen_at timestamptz;
