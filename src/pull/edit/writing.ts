import type { ReferenceTarget } from '../../kinds/field.ts';
import type { KindName } from '../../kinds/kind.ts';
import type { Range } from '../../model/document.ts';
import type { Path } from '../../model/value.ts';
import type { SecretNames } from '../names/secret-names.ts';
import type { TextFiles } from './text-files.ts';

/** The context for writing one resource. */
export interface Writing {
  readonly kind: KindName;
  readonly name: string;
  /** The name of an id in `ids`. */
  readonly idName: (target: ReferenceTarget, id: string) => string | undefined;
  readonly secrets: SecretNames;
  /** In a policy: its strings that have a secret by their place. */
  readonly policySecrets?: ReadonlyMap<string, Range>;
  readonly files: TextFiles;
  /** The template of the secret at a path, if the ledger has it. */
  readonly templateAt: (path: Path) => string | undefined;
  /** Records a value that cannot be written. */
  readonly leaveOut: (path: Path, why: string) => void;
}
