import type { ReferenceTarget } from '../../kinds/field.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Path } from '../../model/value.ts';
import type { SecretNames } from '../names/secret-names.ts';
import type { TextFiles } from './text-files.ts';

/** What one resource is written with. */
export interface Writing {
  readonly kind: KindName;
  readonly name: string;
  /** The name in `ids` of an id. */
  readonly idName: (target: ReferenceTarget, id: string) => string | undefined;
  readonly secrets: SecretNames;
  readonly files: TextFiles;
  /** How the secret at a path was written before, where the ledger knows. */
  readonly templateAt: (path: Path) => string | undefined;
  /** Takes down what cannot be written. */
  readonly leaveOut: (path: Path, why: string) => void;
}
