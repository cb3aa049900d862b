import { knownValues } from '../../../derive/secrets/known-values.ts';
import type { Io } from '../../../model/io.ts';
import type { Settings } from '../../../model/workspace.ts';
import { openSecrets } from './secrets.ts';

/** A test for texts that contain the value of a secret under `secrets:`; undefined if none of them is set here. */
export function secretTest(
  io: Io,
  { secrets }: Pick<Settings, 'secrets'>,
): ((text: string) => boolean) | undefined {
  return knownValues(secrets.keys(), openSecrets(io, undefined));
}
