-- pgTAP checks in the catalogue that a Cairn database isolates people from each other (docs/operate-postgres.md).
-- Every table, policy, index and function is checked, so a new one is covered automatically.
--
-- As a superuser: psql --no-psqlrc cairn < Tests/Postgres/isolation.sql
-- Runs in one transaction that is rolled back and leaves nothing behind.

\set ON_ERROR_STOP on
\set QUIET on
\pset tuples_only on
\pset format unaligned
\pset pager off

BEGIN;
CREATE SCHEMA tap;
CREATE EXTENSION IF NOT EXISTS pgtap SCHEMA tap;
-- The extension may already exist in another schema.
SELECT format('SET LOCAL search_path = public, accounts, %I', nspname)
FROM pg_extension JOIN pg_namespace n ON n.oid = extnamespace WHERE extname = 'pgtap' \gexec

CREATE TEMP VIEW kept AS
  SELECT c.oid, nspname, relname, relispartition, relrowsecurity, relforcerowsecurity,
    nspname = 'public' AS is_log, pg_get_userbyid(relowner) AS owner,
    nspname = 'public' AND relname IN ('attempt', 'climb', 'climbing', 'session', 'tag_mark') AS is_public,
    nspname || '.' || relname AS name
  FROM pg_class c JOIN pg_namespace n ON n.oid = relnamespace
  WHERE nspname IN ('public', 'accounts') AND relkind IN ('r', 'p') AND relname <> 'migration';

CREATE TEMP VIEW rule AS
  SELECT k.*, polname, pg_get_expr(polqual, polrelid) AS sees, pg_get_expr(polwithcheck, polrelid) AS writes
  FROM pg_policy JOIN kept k ON k.oid = polrelid;

CREATE TEMP VIEW serving AS
  SELECT * FROM pg_roles WHERE rolname = 'cairn_app' OR NOT rolsuper AND pg_has_role(oid, 'cairn_app', 'MEMBER');

CREATE TEMP VIEW lent AS
  SELECT p.oid, proname, p.oid::regprocedure AS name, proconfig, pg_get_function_result(p.oid) AS gives FROM pg_proc p
  WHERE prosecdef AND pronamespace IN ('public'::regnamespace, 'accounts'::regnamespace)
    AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = p.oid AND d.deptype = 'e');

SELECT no_plan();

SELECT ok(relrowsecurity, name || ' has row-level security') FROM kept ORDER BY name;
SELECT ok(relforcerowsecurity, name || ' forces it on its owner') FROM kept WHERE is_log ORDER BY name;
SELECT policies_are(nspname, relname,
  CASE WHEN relispartition THEN '{}' WHEN NOT is_log THEN '{shared}'
    WHEN is_public THEN '{account_rows,public_rows}' ELSE '{account_rows}' END::name[])
FROM kept ORDER BY name;

SELECT policy_cmd_is(nspname, relname, polname, CASE polname WHEN 'public_rows' THEN 'SELECT' ELSE 'ALL' END)
FROM rule ORDER BY name, polname;
SELECT policy_roles_are(nspname, relname, polname,
  CASE polname WHEN 'account_rows' THEN ARRAY['cairn_app', owner] WHEN 'public_rows' THEN '{cairn_reader}'
    ELSE '{cairn_app}' END::name[])
FROM rule ORDER BY name, polname;
SELECT is(sees, '(user_id = cairn_user())', name || ' shows an account its own rows')
FROM rule WHERE polname = 'account_rows' ORDER BY name;
SELECT is(writes, sees, name || ' lets nothing be written that is not seen')
FROM rule WHERE polname <> 'public_rows' ORDER BY name;
SELECT matches(sees, '^\(\(user_id = cairn_public_account\(\)\) AND ', name || ' shows others the account they look at')
FROM rule WHERE polname = 'public_rows' ORDER BY name;
SELECT matches(sees, '^\(COALESCE\(current_setting\(''cairn.user''', name || ' is hidden from transactions of a log')
FROM rule WHERE polname = 'shared' ORDER BY name;
-- A new table must be listed as personal, as needed before a person is known, or as shared.
SELECT is(
  ARRAY(SELECT relname::text FROM rule WHERE polname = 'shared'
    AND sees !~ '=\s+CASE\s+WHEN \(?((owner|\(account\)::text) = current_setting\(''cairn.person''|EXISTS)' ORDER BY 1),
  '{account,compared_account,compared_share,credential,migrated_away,setup_link,story_claim}',
  'what no policy keeps apart is what has to be read before a person is known, or of all');

SELECT isnt(owner::text, 'cairn_app', name || ' is not of the role that serves') FROM kept ORDER BY name;
SELECT table_privs_are(nspname, relname, 'cairn_app',
  CASE WHEN relispartition THEN '{}' ELSE '{DELETE,INSERT,SELECT,UPDATE}' END::name[])
FROM kept ORDER BY name;
SELECT table_privs_are(nspname, relname, 'cairn_reader', '{}'::name[]) FROM kept ORDER BY name;
SELECT is(ARRAY(SELECT DISTINCT privilege_type::text FROM information_schema.column_privileges
    WHERE table_schema = nspname AND table_name = relname AND grantee = 'cairn_reader'),
  CASE WHEN is_public THEN '{SELECT}' ELSE '{}' END::text[], name || ' shows cairn_reader columns that it should')
FROM kept ORDER BY name;

SELECT col_not_null(nspname, relname, 'user_id', name || ' knows whose each row is') FROM kept WHERE is_log ORDER BY name;
SELECT has_pk(nspname, relname, name || ' has a primary key') FROM kept ORDER BY name;
SELECT is(attname::text, 'user_id', indexrelid::regclass || ' is led by the account')
FROM kept k JOIN pg_index i ON i.indrelid = k.oid
JOIN pg_attribute a ON a.attrelid = k.oid AND a.attnum = i.indkey[0]
WHERE is_log ORDER BY indexrelid::regclass::text;
SELECT is(attname::text, 'user_id', conname || ' on ' || name || ' refers to rows of the same account')
FROM kept k JOIN pg_constraint ON conrelid = k.oid AND contype = 'f'
JOIN pg_attribute a ON a.attrelid = k.oid AND a.attnum = conkey[1]
WHERE is_log ORDER BY name, conname;
SELECT is(attstattarget::int, 0, name || ' counts no account, so that no plan is made for small logs')
FROM kept k JOIN pg_attribute ON attrelid = k.oid AND attname = 'user_id' WHERE is_log ORDER BY name;
SELECT is((SELECT count(*)::int FROM pg_inherits WHERE inhparent = k.oid), 16, name || ' has all its partitions')
FROM kept k WHERE name IN ('public.record', 'public.mutation') ORDER BY name;

SELECT ok(coalesce(reloptions::text, '') ~ 'security_invoker=(true|on)', v.oid::regclass || ' is asked as who looks')
FROM pg_class v WHERE relkind = 'v' AND NOT EXISTS (SELECT FROM pg_depend d WHERE d.objid = v.oid AND d.deptype = 'e')
  AND relnamespace IN ('public'::regnamespace, 'accounts'::regnamespace);
SELECT is(relkind, 'v', oid::regclass || ' is no copy of rows')
FROM pg_class WHERE relkind = 'm' AND relnamespace IN ('public'::regnamespace, 'accounts'::regnamespace);
SELECT ok(NOT has_function_privilege('public', oid, 'EXECUTE'), name || ' is for the role that serves alone')
FROM lent ORDER BY name::text;
SELECT matches(proconfig::text, 'search_path', name || ' looks where it says') FROM lent ORDER BY name::text;
SELECT is(ARRAY(SELECT proname || ' ' || gives FROM lent ORDER BY 1),
  '{delete_owned_rows trigger,owners_of_old_files SETOF text,owners_to_notify SETOF text,webhook_owners SETOF text}',
  'what looks past the policies gives names of people alone');
SELECT ok(has_function_privilege('cairn_app', oid, 'EXECUTE'), name || ' may be asked by the role that serves')
FROM lent WHERE gives <> 'trigger' ORDER BY name::text;
SELECT is(ARRAY(SELECT tgname::text FROM pg_trigger WHERE tgrelid = k.oid AND NOT tgisinternal),
  CASE name WHEN 'accounts.account' THEN '{delete_owned_rows}' ELSE '{}' END::text[], name || ' has the triggers that it should')
FROM kept k WHERE NOT is_log ORDER BY name;
SELECT is((SELECT count(*)::int FROM pg_constraint WHERE conrelid = k.oid AND contype = 'f'), 1, name || ' goes with what it is of')
FROM kept k WHERE name IN ('accounts.connected_document', 'accounts.connected_file', 'accounts.connection', 'accounts.delivery',
  'accounts.uploaded_block') ORDER BY name;

SELECT ok(NOT (rolsuper OR rolbypassrls OR rolcreaterole OR rolreplication), rolname || ' sees past nothing and makes no role')
FROM serving ORDER BY rolname;
SELECT ok(NOT pg_has_role(s.oid, owner, 'MEMBER'), s.rolname || ' cannot become ' || owner)
FROM serving s, (SELECT DISTINCT owner FROM kept) owners ORDER BY s.rolname;
SELECT ok(NOT has_schema_privilege(s.oid, 'accounts', 'CREATE'), s.rolname || ' makes nothing beside the accounts')
FROM serving s ORDER BY s.rolname;
SELECT is(ARRAY(SELECT DISTINCT grantee::regrole::text FROM aclexplode(relacl) WHERE grantee <> relowner ORDER BY 1),
  '{cairn_app}', name || ' is granted to nobody else')
FROM kept k JOIN pg_class c ON c.oid = k.oid WHERE NOT is_log ORDER BY name;
SELECT ok(NOT pg_has_role('cairn_app', 'cairn_reader', 'USAGE'), 'cairn_app sees nothing as cairn_reader before it becomes that');
SELECT is_empty('SELECT cairn_integrity_errors()', 'cairn_integrity_errors() names nothing');

SELECT * FROM finish();
ROLLBACK;
