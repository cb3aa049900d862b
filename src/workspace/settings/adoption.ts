import { quoted } from '../../model/problem.ts';
import { resourceName } from '../../derive/schema/expressions.ts';
import { didYouMean } from '../../text/suggest.ts';
import { isKindName, kindNames, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { idPattern } from '../../kinds/references.ts';
import type { DocumentNode, MapNode } from '../../model/document.ts';
import type { Address, Adoption } from '../../model/workspace.ts';
import { nodePlace, readFields, reportNode, stringOf, type TreeReading } from '../yaml/read-tree.ts';

type Ids = Pick<Adoption, 'id' | 'edge_id'>;

/**
 * An entry of `adopt`: an address, and an id, `edge_id/route_id` or the object's uri; `{ id, from }` where another owner
 * has it.
 */
export function readAdoption(
  reading: TreeReading,
  key: DocumentNode,
  name: string,
  node: DocumentNode,
): Adoption | undefined {
  const address = readAddress(reading, key, name);
  const what = `what ${quoted(name)} takes over`;
  const { value, from } = node.type === 'map' ? readParts(reading, node, what) : { value: node };
  const text = value && stringOf(reading, value, what);
  if (address === undefined || value === undefined || text === undefined) return undefined;
  const kind = kindOf(address);
  const ids = text.includes('://') ? fromUri(kind, text) : fromIds(kind, text);
  if (ids !== undefined)
    return { address, ...ids, ...(from === undefined ? {} : { from }), place: nodePlace(reading, key) };
  const form = kinds[kind].parent === undefined ? 'its id' : '`edge_id/route_id`';
  reportNode(
    reading,
    'adopt-format',
    value,
    `${quoted(text)} does not name ${article(kind)}`,
    `write ${form}, or the uri that the API shows`,
  );
  return undefined;
}

/** An environment, or the 16 hexadecimal digits by which a marker names the owner in another workspace. */
const ownerName = new RegExp(`${resourceName}|^[0-9a-f]{16}$`);

function readParts(
  reading: TreeReading,
  node: MapNode,
  what: string,
): { readonly value?: DocumentNode; readonly from?: string } {
  let value: DocumentNode | undefined;
  let from: string | undefined;
  readFields(reading, node, what, {
    id: (id) => (value = id),
    from: (owner) => {
      const text = stringOf(reading, owner, '`from`');
      if (text === undefined || ownerName.test(text)) from = text;
      else reportNode(reading, 'adopt-format', owner, `${quoted(text)} does not name an owner`, ownerHelp);
    },
  });
  if (value === undefined)
    reportNode(reading, 'adopt-format', node, `${what} has no \`id\``, 'write `id: …`');
  return { ...(value === undefined ? {} : { value }), ...(from === undefined ? {} : { from }) };
}

const ownerHelp = 'write the environment that has the object now, or the owner that `plan` names';

function article(kind: KindName): string {
  const { title } = kinds[kind];
  return `${/^[aeiouh]/i.test(title) ? 'an' : 'a'} ${title}`;
}

function kindOf(address: Address): KindName {
  return address.slice(0, address.indexOf('/')) as KindName;
}

const namePattern = new RegExp(resourceName);

/** `<kind>/<name>`, or a finding. */
export function readAddress(reading: TreeReading, node: DocumentNode, text: string): Address | undefined {
  const [kind = '', name = '', ...rest] = text.split('/');
  if (isKindName(kind) && namePattern.test(name) && rest.length === 0) return `${kind}/${name}`;
  const hint = isKindName(kind) ? '' : didYouMean(kind, kindNames);
  reportNode(
    reading,
    'address-format',
    node,
    `${quoted(text)} is no address${hint}`,
    'write `<kind>/<name>`, such as `https-route/shop`',
  );
  return undefined;
}

function fromIds(kind: KindName, text: string): Ids | undefined {
  const parts = text.split('/');
  if (!parts.every((part) => idPattern.test(part))) return undefined;
  const [first = '', second] = parts;
  if (kinds[kind].parent === undefined) return parts.length === 1 ? { id: first } : undefined;
  return second === undefined || parts.length > 2 ? undefined : { edge_id: first, id: second };
}

/** The end of the uri must be the path of the kind's own get operation; what is before it is the API's address. */
function fromUri(kind: KindName, uri: string): Ids | undefined {
  const names: string[] = [];
  const path = kinds[kind].operations.get.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    names.push(name);
    return '([^/?#]+)';
  });
  const found = new RegExp(`^https?://[^/?#]+(?:/[^?#]*)?${path}$`).exec(uri);
  if (found === null) return undefined;
  const values = new Map(names.map((name, index) => [name, found[index + 1] ?? '']));
  const [id = '', edge] = [values.get('id'), values.get('edge_id')];
  if (!idPattern.test(id) || (edge !== undefined && !idPattern.test(edge))) return undefined;
  return edge === undefined ? { id } : { id, edge_id: edge };
}
