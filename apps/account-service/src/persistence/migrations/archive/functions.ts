/** The histories that lie in partitions by month; each month of all four is archived together. */
const HISTORIES = `ARRAY['order_record', 'user_trade_record', 'entry_record', 'posting_record']`;

/** Whoever may execute these may do with a month what they do, and nothing else: they run with the service's own rights. */
const AS_OWNER = 'LANGUAGE plpgsql SECURITY DEFINER SET search_path = account_service, pg_temp';
/** A lock on a whole history is waited for no longer than this, since everybody else waits behind it. */
const IN_A_BLINK = "SET lock_timeout = '100ms'";

/** What an older row may be changed or asked for by. A day, for whoever's clock is behind or whose commit is under way. */
const DAY_MS = 86_400_000;

const obstacles = `
  CREATE FUNCTION archive_obstacles(given int4) RETURNS SETOF text STABLE ${AS_OWNER} AS $$
  DECLARE ends_at int8 := month_begins(given + 1); parent text; found int8; example text;
  BEGIN
    IF ends_at + ${DAY_MS} > extract(epoch FROM now()) * 1000 THEN
      RETURN NEXT 'it must be over for a day'; RETURN;
    END IF;
    SELECT min(month) INTO found FROM history_months() WHERE month < given;
    IF found IS NOT NULL THEN RETURN NEXT format('%s is older and not archived', month_text(found::int4)); END IF;
    SELECT count(*), min(id)::text INTO found, example FROM order_record_open WHERE placed_at < ends_at;
    IF found > 0 THEN RETURN NEXT format('%s orders that were placed until its end are open, such as %s', found, example); END IF;
    SELECT count(*), min(id)::text INTO found, example FROM entry_record_open WHERE created_at < ends_at AND type = 'trade';
    IF found > 0 THEN RETURN NEXT format('%s trades until its end are not settled, such as that of entry %s', found, example); END IF;
    SELECT count(*), min(id)::text INTO found, example FROM entry_record_open WHERE created_at < ends_at AND type <> 'trade';
    IF found > 0 THEN RETURN NEXT format('%s deposits and withdrawals until its end are not final, such as entry %s', found, example); END IF;
    FOREACH parent IN ARRAY ${HISTORIES} LOOP
      EXECUTE format('SELECT count(*) FROM %I WHERE period = %s', parent || '_other', given) INTO found;
      IF found > 0 THEN
        RETURN NEXT format('%s of its rows lie in %s_other, since its partition was made too late', found, parent);
      END IF;
    END LOOP;
  END $$`;

/**
 * What the archived rows said to sums that the audit checks. A view's query over one month alone, also when it is no
 * partition any more: the view's own text with that table's name.
 */
const sums = `
  CREATE FUNCTION month_query(view text, parent text, given int4) RETURNS text STABLE LANGUAGE sql AS $$
    SELECT regexp_replace(rtrim(pg_get_viewdef(view::regclass), ';'), '\\m' || parent || '\\M', history_partition(parent, given), 'g') $$;

  CREATE FUNCTION archive_sums(given int4) RETURNS void ${AS_OWNER} AS $$
  DECLARE
    orders text := month_query('orders', 'order_record', given);
    entries text := month_query('entry', 'entry_record', given);
    postings text := month_query('posting', 'posting_record', given);
    applied text := '
      SELECT %s, %L, account || '' '' || (change->>''token''), sum((change->>''net'')::numeric) FROM (%s) AS entry,
        ROWS FROM (jsonb_array_elements(changes), jsonb_array_elements(applied)) AS item (change, marks)
      WHERE type = ''trade'' AND NOT canceled AND (%s) GROUP BY 3';
  BEGIN
    EXECUTE format('INSERT INTO archived_sum SELECT %s, ''posting'', owner || '' '' || token || '' '' || bucket, sum(amount)
      FROM (%s) AS posting GROUP BY 3 HAVING sum(amount) <> 0', given, postings);
    EXECUTE 'INSERT INTO archived_sum ' || format(applied, given, 'settled', entries, '(marks->>0)::int = 1');
    EXECUTE 'INSERT INTO archived_sum ' || format(applied, given, 'owned', entries, '1 IN ((marks->>1)::int, (marks->>2)::int)');
    EXECUTE format('INSERT INTO archived_sum SELECT %s, ''sold'', what, sum(value) FROM (
        SELECT account || '' '' || digest AS what, sell_amount - sell_remaining AS value FROM (%s) AS orders
        UNION ALL SELECT account || '' '' || (cause->>''digest''), -(cause->>''sold'')::numeric FROM (%s) AS entry
        WHERE type = ''trade'') AS parts GROUP BY what HAVING sum(value) <> 0', given, orders, entries);
    EXECUTE format('INSERT INTO archived_sum SELECT %s, ''reversed'', ''trade '' || (cause->>''tradeId'') || '' '' || (cause->>''role''),
        count(*) FROM (%s) AS entry WHERE type = ''trade'' AND (canceled OR cause ? ''reversing'') GROUP BY 3', given, entries);
  END $$`;

const detaching = `
  CREATE FUNCTION archive_open(given int4) RETURNS void ${AS_OWNER} AS $$
  DECLARE parent text;
  BEGIN
    FOREACH parent IN ARRAY ${HISTORIES} LOOP
      EXECUTE format('GRANT SELECT ON %I TO %I', history_partition(parent, given), session_user);
    END LOOP;
  END $$;

  CREATE FUNCTION archive_prepare(given int4, told jsonb) RETURNS void ${AS_OWNER} AS $$
  DECLARE entries text := history_partition('entry_record', given);
  BEGIN
    DELETE FROM archived_month WHERE month = given AND state = 'written';
    DELETE FROM archived_entry;
    EXECUTE format('INSERT INTO archived_month SELECT %s, ''written'', max(block_number), $1 FROM %I WHERE type = ''trade''',
      given, entries) USING told;
    EXECUTE format('INSERT INTO archived_entry SELECT * FROM %I WHERE type <> ''trade''', entries);
    PERFORM archive_sums(given);
  END $$;

  CREATE FUNCTION archive_detach(given int4) RETURNS void ${AS_OWNER} ${IN_A_BLINK} AS $$
  DECLARE parent text; obstacle text;
  BEGIN
    IF NOT EXISTS (SELECT FROM archived_month WHERE month = given AND state = 'written') THEN
      RAISE EXCEPTION '% was not written into files', month_text(given);
    END IF;
    FOR obstacle IN SELECT archive_obstacles(given) LOOP
      RAISE EXCEPTION '% is needed: %', month_text(given), obstacle;
    END LOOP;
    FOREACH parent IN ARRAY ${HISTORIES} LOOP
      EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', parent);
    END LOOP;
    FOREACH parent IN ARRAY ${HISTORIES} LOOP
      EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, history_partition(parent, given));
    END LOOP;
    -- They go where rows without a partition are.
    INSERT INTO entry_record SELECT * FROM archived_entry;
    DELETE FROM archived_entry;
    UPDATE archived_month SET state = 'detached' WHERE month = given;
  END $$;

  CREATE FUNCTION archive_drop(given int4) RETURNS void ${AS_OWNER} AS $$
  DECLARE parent text;
  BEGIN
    IF NOT EXISTS (SELECT FROM archived_month WHERE month = given AND state = 'detached') THEN
      RAISE EXCEPTION '% is not detached', month_text(given);
    END IF;
    FOREACH parent IN ARRAY ${HISTORIES} LOOP
      EXECUTE format('DROP TABLE %I', history_partition(parent, given));
    END LOOP;
    UPDATE archived_month SET state = 'archived' WHERE month = given;
  END $$`;

const restoring = `
  CREATE FUNCTION archive_begin_restore(given int4) RETURNS void ${AS_OWNER} AS $$
  DECLARE parent text; name text;
  BEGIN
    IF NOT EXISTS (SELECT FROM archived_month WHERE month = given AND state = 'archived')
      OR EXISTS (SELECT FROM history_months() WHERE month = given) THEN
      RAISE EXCEPTION '% is not archived', month_text(given);
    END IF;
    FOREACH parent IN ARRAY ${HISTORIES} LOOP
      name := history_partition(parent, given);
      EXECUTE format('DROP TABLE IF EXISTS %I', name);
      EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', name, parent);
      EXECUTE format('GRANT SELECT, INSERT ON %I TO %I', name, session_user);
    END LOOP;
  END $$;

  CREATE FUNCTION archive_attach(given int4) RETURNS void ${AS_OWNER} ${IN_A_BLINK} AS $$
  DECLARE parent text; name text;
  BEGIN
    -- Proves what would else be looked for in each row while everybody waits.
    FOREACH parent IN ARRAY ${HISTORIES} LOOP
      name := history_partition(parent, given);
      EXECUTE format('ALTER TABLE %I ADD CONSTRAINT of_month CHECK (period = %s)', name, given);
      EXECUTE format('REVOKE INSERT ON %I FROM %I', name, session_user);
    END LOOP;
    DELETE FROM entry_record_other WHERE period = given;
    FOREACH parent IN ARRAY ${HISTORIES} LOOP
      name := history_partition(parent, given);
      EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%s)', parent, name, given, given + 1);
      EXECUTE format('ALTER TABLE %I DROP CONSTRAINT of_month', name);
    END LOOP;
    DELETE FROM archived_month WHERE month = given;
  END $$`;

/** What is there, also for whoever may read no row of it. */
const listing = `
  CREATE FUNCTION month_begins(given int4) RETURNS int8 LANGUAGE sql IMMUTABLE AS $$
    SELECT (extract(epoch FROM make_timestamptz(1970 + given / 12, given % 12 + 1, 1, 0, 0, 0, 'UTC')) * 1000)::int8 $$;
  CREATE FUNCTION month_text(given int4) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT (1970 + given / 12) || '-' || lpad((given % 12 + 1)::text, 2, '0') $$;
  CREATE FUNCTION history_partition(parent text, given int4) RETURNS text LANGUAGE sql IMMUTABLE AS $$
    SELECT parent || '_' || replace(month_text(given), '-', '_') $$;

  CREATE FUNCTION history_months() RETURNS TABLE (month int4) STABLE LANGUAGE sql
    SET search_path = account_service, pg_temp AS $$
    SELECT DISTINCT (substr(right(child.relname, 7), 1, 4)::int4 - 1970) * 12 + right(child.relname, 2)::int4 - 1
    FROM pg_inherits JOIN pg_class AS child ON child.oid = inhrelid
    WHERE inhparent = ANY (${HISTORIES}::regclass[]) AND child.relname ~ '_[0-9]{4}_[0-9]{2}$' $$;

  CREATE FUNCTION archive_months() RETURNS TABLE (month int4, state text, manifest jsonb, bytes int8) STABLE ${AS_OWNER} AS $$
  BEGIN
    RETURN QUERY SELECT known.month, coalesce(archived_month.state, 'attached'), archived_month.manifest,
      (SELECT sum(coalesce(pg_total_relation_size(to_regclass(history_partition(parent, known.month))), 0))::int8
       FROM unnest(${HISTORIES}) AS parent)
    FROM (SELECT history_months.month FROM history_months() UNION SELECT archived_month.month FROM archived_month) AS known
    LEFT JOIN archived_month USING (month) ORDER BY 1;
  END $$`;

export const archiveFunctions: readonly string[] = [listing, obstacles, sums, detaching, restoring];

/** What only the archivist may call; the rest of the functions change nothing. */
export const ARCHIVE_CALLS: readonly string[] = [
  'archive_obstacles(int4)',
  'archive_sums(int4)',
  'archive_open(int4)',
  'archive_prepare(int4, jsonb)',
  'archive_detach(int4)',
  'archive_drop(int4)',
  'archive_begin_restore(int4)',
  'archive_attach(int4)',
  'archive_months()',
];
