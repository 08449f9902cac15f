-- Latencies are counted in 82 buckets that grow by the fourth root of 2 (1.19): two times in one bucket differ by at most 19 %,
-- and its middle is at most 9 % away from each. Buckets of the same number can be added, so percentiles of any set of sums are
-- as good as those of one. Bucket 1 is below 1 ms; the last one is for everything from 15 minutes on.
--
-- Not strict, so that Postgres puts it in place where it is called: a call of it costs as much as everything else of a sum.
create function latency_bucket(p_ms integer) returns integer
language sql immutable parallel safe as $$
  select case
    when p_ms is null then null
    when p_ms < 1 then 1
    -- Powers of 2 must begin a bucket, also where their logarithm is rounded down.
    else least(82, 2 + floor(4 * ln(p_ms::double precision) / ln(2::double precision) + 1e-9)::integer)
  end
$$;

create function count_latency(p_counts integer[], p_bucket integer, p_count integer) returns integer[]
language plpgsql immutable parallel safe as $$
begin
  if p_bucket is null then
    return p_counts;
  end if;
  if p_counts is null then
    p_counts := array_fill(0, array[p_bucket]);
  elsif cardinality(p_counts) < p_bucket then
    p_counts := p_counts || array_fill(0, array[p_bucket - cardinality(p_counts)]);
  end if;
  p_counts[p_bucket] := p_counts[p_bucket] + p_count;
  return p_counts;
end
$$;

create function add_latencies(p_one integer[], p_other integer[]) returns integer[]
language plpgsql immutable parallel safe as $$
declare
  v_longer integer[] := p_one;
  v_shorter integer[] := p_other;
begin
  if p_one is null or p_other is null then
    return coalesce(p_one, p_other);
  end if;
  if cardinality(p_one) < cardinality(p_other) then
    v_longer := p_other;
    v_shorter := p_one;
  end if;
  for at in 1 .. cardinality(v_shorter) loop
    v_longer[at] := v_longer[at] + v_shorter[at];
  end loop;
  return v_longer;
end
$$;

create aggregate latency_counts(integer, integer) (sfunc = count_latency, stype = integer[]);
create aggregate sum_latencies(integer[]) (sfunc = add_latencies, stype = integer[], combinefunc = add_latencies, parallel = safe);
