import { nodePlace } from '../../derive/yaml/node-place.ts';
import { environment } from '../../kinds/documents/environment.ts';
import { forms } from '../../kinds/documents/forms.ts';
import { isKindName, kindOfAddress, kinds } from '../../kinds/index.ts';
import type { KindName } from '../../kinds/kind.ts';
import { idPattern } from '../../kinds/references.ts';
import type { DocumentNode } from '../../model/document.ts';
import type { Adoption } from '../../model/workspace/environment.ts';
import { withArticle } from '../../text/words/noun-words.ts';
import type { MapEntry } from '../documents/read-table.ts';
import { reportNode, type TreeReading } from '../documents/read-tree.ts';
import { quoted } from '../../text/quoted.ts';
import { withoutUndefined } from '../../text/without-undefined.ts';
import type { Address } from '../../model/workspace/address.ts';

type Ids = Pick<Adoption, 'id' | 'edge_id'>;

/**
 * Reads an entry of `adopt`: an address with an id, `edge_id/route_id` or the object's URI; or `{ id, from }` if
 * another owner manages the object.
 */
export function readAdoption(reading: TreeReading, { name, key, read }: AdoptEntry): Adoption | undefined {
  const address = readAddress(reading, key, name);
  const value = read(`what ${quoted(name)} takes over`);
  if (address === undefined || value === undefined) return undefined;
  const { id, from } = 'short' in value ? { id: value.short, from: undefined } : value.long;
  if (id === undefined) return undefined;
  const kind = kindOfAddress(address);
  const ids = id.text.includes('://') ? fromUri(kind, id.text) : fromIds(kind, id.text);
  if (ids !== undefined)
    return {
      address,
      ...ids,
      ...withoutUndefined({ from: from?.text }),
      place: nodePlace(reading, key),
    };
  const form = kinds[kind].parent === undefined ? 'its id' : 'the id of its edge, a `/` and its own id';
  reportNode(reading, id.node, {
    rule: 'adopt-format',
    message: `${quoted(id.text)} does not name ${withArticle(kinds[kind].title)}`,
    help: `write ${form}, or the uri that the API shows`,
  });
  return undefined;
}

type AdoptEntry = MapEntry<(typeof environment.fields.adopt.values)[0]['value']>;

const namePattern = new RegExp(forms.name.pattern);

/** Parses `<kind>/<name>`; reports any other text. */
export function readAddress(reading: TreeReading, node: DocumentNode, text: string): Address | undefined {
  const [kind = '', name = '', ...rest] = text.split('/');
  if (isKindName(kind) && namePattern.test(name) && rest.length === 0) return `${kind}/${name}`;
  reportNode(reading, node, {
    rule: 'address-format',
    message: `${quoted(text)} is not a resource address`,
    help: 'write `<kind>/<name>`, such as `https-route/shop`',
  });
  return undefined;
}

function fromIds(kind: KindName, text: string): Ids | undefined {
  const parts = text.split('/');
  if (!parts.every((part) => idPattern.test(part))) return undefined;
  const [first = '', second] = parts;
  if (kinds[kind].parent === undefined) return parts.length === 1 ? { id: first } : undefined;
  return second === undefined || parts.length > 2 ? undefined : { edge_id: first, id: second };
}

/** The URI must end with the path of the kind's get operation; everything before that is the API URL. */
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
