import type { Audit } from './audit.ts';

/** I15: a plan writes nothing, neither to the disk nor to the service, wherever it ends. */
export function checkReaders({ runs, fail }: Audit): void {
  for (const { process, verb } of runs) {
    if (verb !== 'plan') continue;
    if (process.changes > 0) fail('I15', `${process.name} changes the disk ${process.changes} times`);
    const writes = process.sent.filter(({ method }) => method !== 'GET');
    if (writes.length > 0)
      fail('I15', `${process.name} sends ${writes.map(({ method }) => method).join(', ')}`);
  }
}
