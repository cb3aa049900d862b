import type { Kind, Operation } from '../../kinds/kind.ts';
import { nameables } from '../../kinds/references.ts';
import type { Fact } from './explanation.ts';
import { listInWords } from '../schema/words.ts';

const verbs = ['create', 'get', 'list', 'update', 'delete'] as const;

/** The operations that the API offers for a kind, and the consequences of missing ones. */
export function kindFacts(kind: Kind): readonly Fact[] {
  const offered = verbs.flatMap((verb) => {
    const operation = kind.operations[verb];
    return operation === undefined ? [] : [{ label: verb, text: operationInWords(operation) }];
  });
  return [...offered, ...notOffered(kind), ...parentFact(kind), identityFact(kind), ...manageableFact(kind)];
}

function operationInWords({ method, path, success }: Operation): string {
  return `${method} ${path}, ${success}`;
}

const consequences = {
  list: 'an object is found only by the id that the ledger keeps, so it must be adopted by id',
  update: 'a change is a blocked step of the plan; change it in the dashboard, or write a second one',
  delete: 'when it is no longer declared, the step is blocked; write a `kind: removed` document',
} as const;

function notOffered(kind: Kind): readonly Fact[] {
  return (['list', 'update', 'delete'] as const)
    .filter((verb) => kind.operations[verb] === undefined)
    .map((verb) => ({ label: verb, text: `not offered by the API: ${consequences[verb]}` }));
}

function parentFact({ parent }: Kind): readonly Fact[] {
  if (parent === undefined) return [];
  const title = nameables[parent.kind]?.title ?? parent.kind;
  return [
    { label: 'lives in', text: `an ${title}, named by \`${parent.field}\`; this API cannot create one` },
  ];
}

function identityFact({ identity }: Kind): Fact {
  const fields = listInWords(identity.refusal?.fields ?? identity.fields);
  const text =
    identity.match === 'all' ? `no two may be equal in ${fields}` : `no two may share an item of ${fields}`;
  return { label: 'identity', text };
}

function manageableFact({ manageable }: Kind): readonly Fact[] {
  if (manageable === undefined) return [];
  return [
    {
      label: 'ours',
      text: `only those whose \`${manageable.field}\` is \`${manageable.value}\`; others are never touched`,
    },
  ];
}
