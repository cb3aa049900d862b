import { cpSync, rmSync } from 'node:fs';
import path from 'node:path';
import { describeNight } from './night.ts';

const ledger = (folder: string): string => path.join(folder, '.edgewright');
const copy = (folder: string): string => path.join(folder, 'copy');

describeNight('files', {
  settings: 'store: file',
  copy: (folder) => cpSync(ledger(folder), copy(folder), { recursive: true }),
  putBack: (folder) => {
    rmSync(ledger(folder), { recursive: true });
    cpSync(copy(folder), ledger(folder), { recursive: true });
  },
});
