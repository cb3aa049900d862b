import { readFile } from 'node:fs/promises';
import type { ConnectionOptions } from 'node:tls';
import { exitCodes, LedgerError } from '../../model/errors.ts';
import type { TlsChoice } from './postgres-target.ts';

/**
 * The TLS options of a connection, with the meaning that libpq gives `sslmode`, but for one: without `sslrootcert` the
 * certificate authorities that Node.js trusts are used, as with `sslrootcert=system`.
 */
export async function postgresTls({ sslmode, ...files }: TlsChoice): Promise<false | ConnectionOptions> {
  if (sslmode === 'disable') return false;
  const isOwnRoot = files.sslrootcert !== undefined && files.sslrootcert !== 'system';
  const ca = isOwnRoot ? await pemOf('sslrootcert', files.sslrootcert) : undefined;
  const cert = await pemOf('sslcert', files.sslcert);
  const key = await pemOf('sslkey', files.sslkey);
  return {
    ...(ca && { ca }),
    ...(cert && { cert }),
    ...(key && { key }),
    // As in libpq, `require` with a root certificate checks the chain too.
    rejectUnauthorized: sslmode !== 'require' || isOwnRoot,
    ...(sslmode === 'verify-full' ? {} : { checkServerIdentity: () => undefined }),
  };
}

async function pemOf(name: string, path: string | undefined): Promise<string | undefined> {
  if (path === undefined) return undefined;
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    const { code = 'unknown error' } = error as NodeJS.ErrnoException;
    throw new LedgerError(exitCodes.settings, `the file that \`${name}\` names cannot be read: ${code}`, {
      cause: error,
      help: 'correct its path in the connection string',
    });
  }
}
