/** Prints a text of several mebibytes through the Io of the process; its arguments are how often, and what. */
import { guardedIo } from '../../src/guarded-io.ts';
import { processIo } from '../../src/process-io.ts';

const [count = '', piece = ''] = process.argv.slice(2);
guardedIo(processIo().io).stdout(`${piece}\n`.repeat(Number(count)));
