import { kindNames } from '../index.ts';
import type { KindName } from '../kind.ts';
import { approval } from './approval.ts';
import { approvals } from './approvals.ts';
import { devFile } from './dev-file.ts';
import type { DocumentTable } from './document-field.ts';
import { environment } from './environment.ts';
import { policyTable } from './policy.ts';
import { policyTests } from './policy-test.ts';
import { preset } from './preset.ts';
import { removed } from './removed.ts';
import { requestTests } from './request-test.ts';
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
  approvals,
  policyTable,
  policyTests,
  requestTests,
  devFile,
];

/** The documents in resource files other than resources, by their `kind`. */
export const ownKinds = { preset, removed, approval, approvals } as const;

/** The values of `kind:` in resource files. */
export type DocumentKind = KindName | keyof typeof ownKinds;

export const documentKinds: readonly DocumentKind[] = [
  ...kindNames,
  ...(Object.keys(ownKinds) as (keyof typeof ownKinds)[]),
];

function isOwnKind(kind: DocumentKind): kind is keyof typeof ownKinds {
  return Object.hasOwn(ownKinds, kind);
}

/** The table of a document of a resource file. */
export function tableOf(kind: DocumentKind): DocumentTable {
  return isOwnKind(kind) ? ownKinds[kind] : resource;
}
