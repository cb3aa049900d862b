import type { Io } from '../../model/io.ts';
import type { AddedExtras } from './add-extras.ts';
import { forgeSteps, needsStore } from './ci-steps.ts';
import type { Extra } from './extras.ts';

/** Says what a person has to set on the forge before the written jobs can run. */
export function printForgeSteps(
  io: Io,
  extras: readonly Extra[],
  { setting, store }: Pick<AddedExtras, 'setting' | 'store'>,
): void {
  io.stdout(forgeSteps(extras, setting));
  if (needsStore(extras, store)) io.stderr(`note: ${unkept}\n`);
}

const unkept =
  'the ledger is in files, which a runner does not keep: move it with `edgewright ledger migrate --from file --to git`';
