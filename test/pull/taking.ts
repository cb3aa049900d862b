import type { KindName } from '../../src/kinds/kind.ts';
import { secretNames } from '../../src/pull/names/secret-names.ts';
import type { PolicyContext } from '../../src/pull/values/next-policy.ts';
import { textFiles } from '../../src/pull/edit/long-texts.ts';
import { yamlText } from '../../src/report/text/yaml.ts';

/** The context of a pulled value without secrets and named ids. */
export function taking(kind: KindName): PolicyContext {
  return {
    kind,
    name: 'shop',
    idName: () => undefined,
    secrets: secretNames([], []),
    files: textFiles(() => false, yamlText),
    templateAt: () => undefined,
    leaveOut: () => undefined,
    secretOf: () => undefined,
    editFile: () => undefined,
    editPolicy: (_text, live) => live,
    standing: 'own',
    isManaged: true,
    found: { replaced: [], expressions: [], secrets: [] },
  };
}
