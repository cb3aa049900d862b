import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';

/** Writes a root certificate, and one of a server that it signs, for 127.0.0.1 and localhost; `openssl` makes them. */
export function certify(folder: string): void {
  const openssl = (...args: string[]): void => {
    execFileSync('openssl', args, { cwd: folder, stdio: 'ignore' });
  };
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
  openssl(
    'req',
    '-x509',
    ...key,
    '-keyout',
    'root.key',
    '-out',
    'root.crt',
    '-subj',
    '/CN=root',
    '-days',
    '2',
  );
  openssl('req', ...key, '-keyout', 'server.key', '-out', 'server.csr', '-subj', '/CN=server');
  writeFileSync(path.join(folder, 'names'), 'subjectAltName = IP:127.0.0.1, DNS:localhost\n');
  const signed = [
    '-CA',
    'root.crt',
    '-CAkey',
    'root.key',
    '-CAcreateserial',
    '-extfile',
    'names',
    '-days',
    '2',
  ];
  openssl('x509', '-req', '-in', 'server.csr', ...signed, '-out', 'server.crt');
}
