import path from 'node:path';
import { usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import type { ProbeOptions, ResolvedAddress } from '../../../remote/http/probe.ts';
import { repositoryFolder, repositoryTop } from '../../../workspace/git/repository-folder.ts';
import { readNamedFile } from '../../cli/files/named-file.ts';
import type { ApiOptions } from '../../cli/options.ts';
import { isMatched, startGlobs } from '../../../text/patterns/glob.ts';
import { proxyOf } from '../../session/api/proxy.ts';
import { isJob } from './refuse-job.ts';

/** The options of `test --send`. */
export interface SendOptions extends ApiOptions {
  readonly send?: boolean;
  /** `host=address`, or `host=address:port`. */
  readonly resolve?: readonly string[];
  /** `shop.example.com=https-edge/main`. */
  readonly host?: readonly string[];
  readonly ca?: string;
  /** In seconds. */
  readonly timeout?: number;
  /** In seconds. */
  readonly wait?: number;
  /** Whether live objects are compared with the files. */
  readonly explain?: boolean;
  readonly secretsDir?: string;
}

const usualTimeout = 10;

/** Throws `UserError` 64 for a value that cannot be used. */
export function probeOptions(io: Io, root: string, { resolve = [], ca, timeout }: SendOptions): ProbeOptions {
  return {
    clock: io.clock,
    timeoutMs: (timeout ?? usualTimeout) * 1000,
    proxy: proxyOf(io),
    resolve: addressesOf(resolve.map(resolvedAddress)),
    authorities: ca === undefined ? undefined : authoritiesIn(io, root, ca),
  };
}

/** A host that is named wins over one with `*`, and a later option over an earlier one. */
function addressesOf(all: readonly (readonly [string, ResolvedAddress])[]): ProbeOptions['resolve'] {
  const exact = new Map(all);
  const patterns = all
    .filter(([host]) => host.includes('*'))
    .map(([host, to]) => ({ to, glob: startGlobs([host]).state }));
  return (host) => exact.get(host) ?? patterns.findLast(({ glob }) => isMatched(glob, host))?.to;
}

function resolvedAddress(text: string): readonly [string, ResolvedAddress] {
  const [, host = '', plain, bracketed, port] =
    /^([A-Za-z0-9.*-]+)=(?:([0-9.]+|localhost)|\[([0-9A-Fa-f:.]+)\])(?::(\d{1,5}))?$/.exec(text) ?? [];
  const address = plain === 'localhost' ? '127.0.0.1' : (plain ?? bracketed);
  if (address === undefined || Number(port ?? 1) < 1 || Number(port ?? 1) > 65_535)
    throw usageError(`\`--resolve ${text}\` is not a host and an address`, resolveHelp(text));
  return [host.toLowerCase(), { address, port: port === undefined ? undefined : Number(port) }];
}

/** The option as it is meant: curl has the port before the address. */
function resolveHelp(text: string): string {
  const [, host, port, address] = /^([A-Za-z0-9.*-]+):(\d{1,5}):(\[?[0-9A-Fa-f:.]+\]?)$/.exec(text) ?? [];
  return host === undefined
    ? 'write `--resolve shop.example.com=192.0.2.7`, or `--resolve shop.example.com=192.0.2.7:8443`; `*` matches any characters of the host'
    : `write \`--resolve ${host}=${address}:${port}\``;
}

/** In a job, an authority of the repository would be one that a branch can choose. */
function authoritiesIn(io: Io, root: string, file: string): string {
  const top = repositoryTop(root, repositoryFolder(root).replace(/\/$/, ''));
  const isInside = !path.relative(top, path.resolve(io.cwd, file)).startsWith('..');
  if (isInside && isJob(io))
    throw usageError(
      `--ca \`${file}\` is a file of the repository, and this is a job`,
      'set NODE_EXTRA_CA_CERTS to a file of the machine, so that no branch can choose whom to trust',
    );
  const text = readNamedFile(io, file, { what: `--ca \`${file}\`` });
  if (text.includes('-----BEGIN CERTIFICATE-----')) return text;
  throw usageError(`--ca \`${file}\` has no certificate`, 'name a file with certificates in PEM');
}
