-- The roles of docs/operate-postgres.md, with passwords.
\set owner `cat /run/secrets/owner`
\set server `cat /run/secrets/server`
CREATE ROLE cairn_owner LOGIN PASSWORD :'owner';
CREATE ROLE cairn_reader NOLOGIN;
CREATE ROLE cairn_gate NOLOGIN NOINHERIT IN ROLE cairn_reader;
CREATE ROLE cairn_app NOLOGIN IN ROLE cairn_gate;
CREATE ROLE cairn_server LOGIN PASSWORD :'server' IN ROLE cairn_app;
CREATE DATABASE cairn OWNER cairn_owner ENCODING 'UTF8' TEMPLATE template0;
REVOKE ALL ON DATABASE cairn FROM PUBLIC;
GRANT CONNECT ON DATABASE cairn TO cairn_server;
ALTER ROLE cairn_server SET statement_timeout = '60s';
