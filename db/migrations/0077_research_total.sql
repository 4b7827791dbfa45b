-- Up Migration

-- What everyone's research cost in the 24 hours before `counted_at`, so that not every research adds it up again. One row.
create table research_total (
  is_only boolean primary key default true check (is_only),
  total_usd double precision not null,
  counted_at timestamptz not null
);
insert into research_total (total_usd, counted_at) values (0, '-infinity');

-- Down Migration

drop table research_total;
