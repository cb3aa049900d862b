/** Facts by their key in a test, such as `given.variables.conn.server_region`. */
import type { DocumentField } from '../../kinds/documents/document-field.ts';
import { requestTests } from '../../kinds/documents/request-test.ts';

export interface FactKey {
  /** The keys from `from` or `given` on; names in a map may have dots. */
  readonly path: readonly string[];
  readonly doc: string;
  /** The values that it may have, if they are words. */
  readonly words: readonly string[];
  /** Its value is a text, which is not read as YAML. */
  readonly isText: boolean;
  /** A value that it may have; another one is as good. */
  readonly sample: string;
}

/** Undefined for what only the request itself, or a setting, can give. */
export function factKey(give: string): FactKey | undefined {
  const [group = '', ...keys] = give.split('.');
  if ((group !== 'from' && group !== 'given') || give === 'given.edge') return undefined;
  const { from, given } = requestTests.fields.tests.item.fields;
  let fields: Readonly<Record<string, DocumentField>> = group === 'from' ? from.long.fields : given.fields;
  const path = [group];
  let field: DocumentField | undefined;
  let doc = '';
  for (let at = 0; at < keys.length; at++) {
    const key = keys[at] ?? '';
    if (field?.type === 'map') {
      path.push(keys.slice(at).join('.'));
      field = field.values[0]?.value;
      break;
    }
    path.push(key);
    field = fields[key];
    doc = field?.doc ?? doc;
    fields = field?.type === 'group' ? field.fields : field?.type === 'either' ? groupOf(field.long) : {};
  }
  return {
    path,
    doc: field?.doc === undefined || field.doc === '' ? doc : field.doc,
    words: field?.type === 'word' ? field.values : field?.type === 'boolean' ? ['true', 'false'] : [],
    isText: field?.type === 'string' || field?.type === 'word',
    sample: samples[give] ?? (give.startsWith('given.ip_policies.') ? '[127.0.0.0/8]' : '…'),
  };
}

function groupOf(field: DocumentField): Readonly<Record<string, DocumentField>> {
  return field.type === 'group' ? field.fields : {};
}

const samples: Readonly<Record<string, string>> = {
  'from.country': 'DE',
  'given.basic_auth': 'valid',
  'given.circuit_breaker': 'open',
  'given.error_status': '403',
  'given.firewall': 'pass',
  'given.http_request': "{ 'https://…': { status: 200 } }",
  'given.ip_policies': '{ name: [127.0.0.0/8] }',
  'given.ip_restriction': 'allowed',
  'given.jwt': '{ valid: true }',
  'given.jwt.valid': 'true',
  'given.rate_limit': 'within',
  'given.signature': 'valid',
};

/** The fact as YAML, below `from` or `given`: `{ signature: valid }`. */
export function nestedFact(path: readonly string[], value: string): string {
  return path.reduceRight(
    (inner, key) => `{ ${/^[\w-]+$/.test(key) ? key : JSON.stringify(key)}: ${inner} }`,
    value,
  );
}
