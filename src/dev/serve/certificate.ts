/**
 * The certificate of `dev`: made once, and kept where its user alone can read it, so that a browser or `curl --cacert`
 * that trusts it goes on to. It names the hosts of the environments that were served with it; it can sign no other.
 */
import { X509Certificate } from 'node:crypto';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { platform } from 'node:os';
import path from 'node:path';

export interface DevCertificate {
  readonly cert: string;
  readonly key: string;
  /** Where it is kept; absent: it is lost at the end. */
  readonly file?: string;
}

const days = 365;
/** A certificate with less time left is made again, so that none expires in use. */
const leastDays = 30;

/** The names that each certificate has. */
const always = ['localhost', '127.0.0.1', '::1'];

/** `file` keeps it, where it can be written. */
export async function devCertificate(
  file: string | undefined,
  hosts: readonly string[],
  now: Date,
): Promise<DevCertificate> {
  const wanted = [...new Set([...always, ...hosts.flatMap((host) => [host, `${host}.localhost`])])];
  const kept = file === undefined ? undefined : keptAt(file);
  const names = kept === undefined ? [] : namesOf(kept.cert);
  if (kept !== undefined && wanted.every((name) => names.includes(name)) && isValidLong(kept.cert, now))
    return kept;
  const made = await makeCertificate([...new Set([...names, ...wanted])].slice(0, mostNames), now);
  return file !== undefined && isKept(file, made) ? { ...made, file } : made;
}

/** Beyond this number, names of environments that are not served now are left out. */
const mostNames = 500;

async function makeCertificate(names: readonly string[], now: Date): Promise<DevCertificate> {
  const { generate } = await import('selfsigned');
  const isAddress = (name: string): boolean => /^[\d.]+$|:/.test(name);
  const made = await generate([{ name: 'commonName', value: 'edgewright dev' }], {
    keyType: 'ec',
    curve: 'P-256',
    algorithm: 'sha256',
    notBeforeDate: new Date(now.getTime() - 3_600_000),
    notAfterDate: new Date(now.getTime() + days * 86_400_000),
    extensions: [
      { name: 'basicConstraints', cA: false, critical: true },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: names.map((name) => (isAddress(name) ? { type: 7, ip: name } : { type: 2, value: name })),
      },
    ],
  });
  return { cert: made.cert, key: made.private };
}

function namesOf(cert: string): readonly string[] {
  const { subjectAltName = '' } = new X509Certificate(cert);
  return subjectAltName.split(/,\s*/).map((name) => {
    const value = name.replace(/^(?:DNS|IP Address):/, '');
    return value === '0:0:0:0:0:0:0:1' ? '::1' : value;
  });
}

function isValidLong(cert: string, now: Date): boolean {
  return Date.parse(new X509Certificate(cert).validTo) - now.getTime() > leastDays * 86_400_000;
}

/** A file that another user could have read or written is not used. */
function keptAt(file: string): DevCertificate | undefined {
  try {
    const stats = lstatSync(file);
    // Windows keeps the folders of users apart, and has no such modes.
    if (!stats.isFile() || (platform() !== 'win32' && (stats.mode & 0o077) !== 0)) return undefined;
    const text = readFileSync(file, 'utf8');
    const [key = '', cert = ''] = text.match(/-----BEGIN [^]+?-----END [A-Z ]+-----\n?/g) ?? [];
    new X509Certificate(cert);
    return { cert, key, file };
  } catch {
    return undefined;
  }
}

function isKept(file: string, { cert, key }: DevCertificate): boolean {
  const written = `${file}.new`;
  try {
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 });
    rmSync(written, { force: true });
    writeFileSync(written, `${key.trimEnd()}\n${cert.trimEnd()}\n`, { mode: 0o600, flag: 'wx' });
    renameSync(written, file);
    return true;
  } catch {
    return false;
  }
}

/** The file in the user's own folder for data; undefined where the user has none. */
export function certificateFile(env: Readonly<Record<string, string | undefined>>): string | undefined {
  const { XDG_DATA_HOME: data, LOCALAPPDATA: local, HOME: home } = env;
  const base = [data, local, home === undefined ? undefined : path.join(home, '.local', 'share')].find(
    (folder) => folder !== undefined && path.isAbsolute(folder),
  );
  return base === undefined ? undefined : path.join(base, 'edgewright', 'dev-certificate.pem');
}
