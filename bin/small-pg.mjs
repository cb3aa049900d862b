/*
 * The client of pg without what we never call: a pool, connection strings, the parsers of all types, and password files.
 * The notices leave the same packages out (src/codegen/third-party.ts).
 */
import { readFileSync } from 'node:fs';

const unused = JSON.parse(readFileSync(new URL('unused-of-pg.json', import.meta.url), 'utf8'));

export const smallPg = {
  contents: "exports.Client = require('pg/lib/client');",
  plugin: {
    name: 'small-pg',
    setup({ onResolve, onLoad }) {
      onResolve({ filter: /^pg/ }, ({ path }) =>
        unused.includes(path) ? { path, namespace: 'small-pg' } : undefined,
      );
      onLoad({ filter: /./, namespace: 'small-pg' }, () => ({
        contents: 'exports.getTypeParser = () => String;',
      }));
    },
  },
};
