import { kindNames } from '../index.ts';
import type { KindName } from '../kind.ts';
import { approval } from './approval.ts';
import type { DocumentTable } from './document-field.ts';
import { environment } from './environment.ts';
import { policyTable } from './policy.ts';
import { policyTests } from './policy-test.ts';
import { preset } from './preset.ts';
import { removed } from './removed.ts';
import { resource } from './resource.ts';
import { settings } from './settings.ts';

/** All documents that only Edgewright reads, in the order in which readers need them. */
export const documentTables: readonly DocumentTable[] = [
  settings,
  environment,
  resource,
  preset,
  removed,
  approval,
  policyTable,
  policyTests,
];

/** The documents in resource files other than resources, by their `kind`. */
export const ownKinds = { preset, removed, approval } as const;

/** The values of `kind:` in resource files. */
export type DocumentKind = KindName | keyof typeof ownKinds;

export const documentKinds: readonly DocumentKind[] = [
  ...kindNames,
  ...(Object.keys(ownKinds) as (keyof typeof ownKinds)[]),
];

/** The table of a document of a resource file. */
export function tableOf(kind: DocumentKind): DocumentTable {
  return kind === 'preset' || kind === 'removed' || kind === 'approval' ? ownKinds[kind] : resource;
}
