import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { isWordLike } from '../../../derive/secrets/secret-forms.ts';
import { secretMistakes } from '../../../derive/secrets/secret-mistakes.ts';
import type { Desired } from '../../../model/desired.ts';
import { UserError, usageError } from '../../../model/errors.ts';
import type { Io } from '../../../model/io.ts';
import { Secret, type SecretLookup } from '../../../model/secret.ts';
import type { Address } from '../../../model/workspace/address.ts';
import { dotted } from '../../../text/dotted-path.ts';
import { readNamedFile } from '../../cli/files/named-file.ts';
import type { Run } from '../run.ts';
import { shortest } from './fingerprint.ts';
import { exitCodes } from '../../../model/exit-codes.ts';

const limit = 64 * 1024;

const secretName = /^[A-Z][A-Z0-9_]*$/;

/**
 * Secrets come from `EDGEWRIGHT_SECRET_<NAME>`, or from the file NAME of `--secrets-dir` (one trailing newline is
 * dropped, with a note). A name cannot reach any other variable. A value that is hard to keep out of the output gets a
 * warning: a short one, and one that is the name of a resource among `addresses`.
 */
export function openSecrets(
  io: Io,
  folder: string | undefined,
  addresses: readonly Address[] = [],
): SecretLookup {
  if (folder !== undefined) refuseNoFolder(io, folder);
  learnFolder(io, folder);
  const known = new Map<string, Secret | undefined>();
  let names: ReadonlySet<string> | undefined;
  return (name) => {
    if (known.has(name)) return known.get(name);
    const secret = fromEnvironment(io, name) ?? fromFolder(io, folder, name);
    if (secret !== undefined) {
      names ??= new Set(addresses.map((address) => address.slice(address.indexOf('/') + 1)));
      warn(io, name, { value: secret.reveal(), names });
    }
    known.set(name, secret);
    return secret;
  };
}

/** The secrets that these resources send. Throws `UserError` 1 for a value that its place cannot have. */
export function openSecretsOf(
  { io, secrets }: Pick<Run, 'io' | 'secrets'>,
  desired: readonly Pick<Desired, 'address' | 'kind' | 'spec'>[],
): SecretLookup {
  const lookup = openSecrets(
    io,
    secrets.folder,
    desired.map(({ address }) => address),
  );
  const mistakes = desired.flatMap((resource) =>
    secretMistakes(resource, lookup).map((mistake) => ({ ...mistake, address: resource.address })),
  );
  const [first] = mistakes;
  if (first === undefined) return lookup;
  const { name, address, path: at, what } = first;
  const more = mistakes.length === 1 ? '' : ` (and ${mistakes.length - 1} more)`;
  throw new UserError(
    exitCodes.configuration,
    `the value of \`$(secret:${name})\` in \`${dotted(at)}\` of \`${address}\` ${what}${more}`,
    {
      help: `set ${sourceOf(io, name)} to a value without that mistake${what.includes('line break') ? ', such as with `printf %s`' : ''}; nothing was sent`,
    },
  );
}

function sourceOf(io: Io, name: string): string {
  return fromEnvironment(io, name) === undefined
    ? `the file \`${name}\` of --secrets-dir`
    : `EDGEWRIGHT_SECRET_${name}`;
}

function refuseNoFolder({ cwd }: Io, folder: string): void {
  if (statSync(path.resolve(cwd, folder), { throwIfNoEntry: false })?.isDirectory() === true) return;
  throw usageError(`--secrets-dir \`${folder}\` is not a folder`);
}

/** Learns all secrets in the folder: the service may quote even those that are not sent. */
function learnFolder({ cwd, secrets }: Io, folder: string | undefined): void {
  if (folder === undefined || secrets === undefined) return;
  const place = path.resolve(cwd, folder);
  for (const name of readdirSync(place)) {
    if (!secretName.test(name)) continue;
    const text = readIfSmall(path.join(place, name));
    if (text !== undefined) secrets.learn(text.replace(/\r?\n$/, ''));
  }
}

/** Unreadable files are reported when they are needed. */
function readIfSmall(file: string): string | undefined {
  try {
    const stats = statSync(file);
    return stats.isFile() && stats.size <= limit ? readFileSync(file, 'utf8') : undefined;
  } catch {
    return undefined;
  }
}

function warn(
  io: Io,
  name: string,
  { value, names }: { readonly value: string; readonly names: ReadonlySet<string> },
): void {
  if (Buffer.byteLength(value) < shortest) io.stderr(warning(name));
  else if (names.has(value)) {
    io.stderr(
      `warning: the value of the secret \`${name}\` is also the name of a resource, which is shown everywhere; use a different secret\n`,
    );
  } else if (isWordLike(value)) {
    io.stderr(
      `warning: the value of the secret \`${name}\` looks like an ordinary word, and such words are easy to guess; output shows \`(secret)\` wherever it occurs\n`,
    );
  }
}

function warning(name: string): string {
  return `warning: the secret \`${name}\` is shorter than ${shortest} bytes: it is used, but never fingerprinted, and not looked for in other strings\n`;
}

function fromEnvironment({ env }: Io, name: string): Secret | undefined {
  const value = env[`EDGEWRIGHT_SECRET_${name}`];
  return value === undefined || value === '' ? undefined : new Secret(value);
}

function fromFolder(io: Io, folder: string | undefined, name: string): Secret | undefined {
  if (folder === undefined || !secretName.test(name)) return undefined;
  const file = path.join(path.resolve(io.cwd, folder), name);
  if (!existsSync(file)) return undefined;
  // Links are followed: orchestrators mount secrets as links to files so that they can be swapped.
  const text = readNamedFile(io, file, { what: `the secret file \`${name}\`` });
  if (text.length > limit) throw usageError(`the secret file \`${name}\` is larger than 64 KiB`);
  const value = text.replace(/\r?\n$/, '');
  if (value !== text) io.stderr(`note: dropped the newline at the end of the secret file \`${name}\`\n`);
  return value === '' ? undefined : new Secret(value);
}
