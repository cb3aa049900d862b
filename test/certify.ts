import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';

interface Certificate {
  /** Of its files. */
  readonly name?: string;
  readonly names?: string;
  /** Negative: it has expired. */
  readonly days?: number;
}

const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];

/** Writes a root certificate, unless the folder has one, and one of a server that it signs; `openssl` makes them. */
export function certify(
  folder: string,
  { name = 'server', names = 'IP:127.0.0.1, DNS:localhost', days = 2 }: Certificate = {},
): void {
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  if (!existsSync(path.join(folder, 'root.crt'))) {
    const files = ['-keyout', 'root.key', '-out', 'root.crt'];
    openssl('req', '-x509', ...newKey, ...files, '-subj', '/CN=root', '-days', '2');
  }
  openssl('req', ...newKey, '-keyout', `${name}.key`, '-out', `${name}.csr`, '-subj', `/CN=${name}`);
  writeFileSync(path.join(folder, 'names'), `subjectAltName = ${names}\n`);
  const root = ['-CA', 'root.crt', '-CAkey', 'root.key', '-CAcreateserial', '-extfile', 'names'];
  openssl('x509', '-req', '-in', `${name}.csr`, ...root, '-days', String(days), '-out', `${name}.crt`);
}
