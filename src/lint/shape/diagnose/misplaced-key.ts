import type { DocumentKind } from '../../../kinds/documents/index.ts';
import { kindNames, kinds } from '../../../kinds/index.ts';
import type { Finding } from '../../rule.ts';
import { formatOf, type FormatPosition } from '../file-format.ts';
import { orList } from '../shape-finding.ts';
import { isWritable, modulesWith } from '../written-fields.ts';
import type { UnknownKey } from './diagnosis.ts';

/** Reports a key that is valid elsewhere, with the place where it belongs. */
export function misplacedKey({
  documentKind,
  path,
  key,
  position,
}: UnknownKey): { readonly rule: 'misplaced-field'; readonly finding: Finding } | undefined {
  const words = rightPlace(documentKind, key, position);
  if (words === undefined) return undefined;
  return { rule: 'misplaced-field', finding: { at: { path: [...path, key], on: 'key' }, ...words } };
}

function rightPlace(
  documentKind: DocumentKind,
  key: string,
  { inSpec, kinds: meant }: FormatPosition,
): Pick<Finding, 'message' | 'help'> | undefined {
  if (key === 'enabled') return undefined;
  const isTopLevel = meant.some((kind) => isWritable(kinds[kind].fields[key]));
  if (inSpec === undefined) return isTopLevel ? { message: `\`${key}\` belongs under \`spec\`` } : undefined;
  if (Object.hasOwn(formatOf(documentKind), key))
    return { message: `\`${key}\` belongs beside \`spec\`, not in it` };
  const here = inSpec.at(-1);
  if (here !== undefined && isTopLevel)
    return { message: `\`${key}\` belongs directly under \`spec\`, not in \`${here}\`` };
  const modules = modulesWith(key, meant).filter((name) => name !== inSpec[0]);
  if (modules.length > 0 && modules.length <= 3) return inModules(key, modules, here);
  return here === undefined ? ofOthers(documentKind, key, meant) : undefined;
}

/** Words for a field of modules of the same kind. */
function inModules(
  key: string,
  modules: readonly string[],
  here: string | number | undefined,
): Pick<Finding, 'message' | 'help'> {
  const message = `\`${key}\` belongs in ${orList(modules)}`;
  if (here !== undefined) return { message: `${message}, not in \`${here}\`` };
  const [module, another] = modules;
  return another === undefined
    ? { message, help: `write it under \`${module}:\`, indented deeper` }
    : { message };
}

/** Words for a field of other kinds. */
function ofOthers(
  documentKind: DocumentKind,
  key: string,
  meant: FormatPosition['kinds'],
): Pick<Finding, 'message'> | undefined {
  const others = kindNames.filter((kind) => !meant.includes(kind));
  const owners = others.filter((kind) => isWritable(kinds[kind].fields[key]));
  if (owners.length > 0)
    return { message: `\`${key}\` is for ${orList(owners)}, not for \`${documentKind}\`` };
  const [module] = modulesWith(key, others);
  return module === undefined
    ? undefined
    : { message: `\`${key}\` belongs in \`${module}\`, which \`${documentKind}\` has not` };
}
