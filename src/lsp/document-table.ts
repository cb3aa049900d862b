import { documentFieldAt } from '../derive/forms/document-fields.ts';
import type { DocumentField, DocumentTable } from '../kinds/documents/document-field.ts';
import { documentKinds, tableOf } from '../kinds/documents/index.ts';
import { environment } from '../kinds/documents/environment.ts';
import { resource } from '../kinds/documents/resource.ts';
import { settings } from '../kinds/documents/settings.ts';
import type { Path } from '../model/value.ts';
import type { FileRole } from './file-role.ts';

/** What our own tables say of a path of a file; undefined inside a spec, which is the API's. */
export function documentField(
  role: FileRole,
  kind: string | undefined,
  path: Path,
): DocumentField | undefined {
  return documentFieldAt(tableOfFile(role, kind).fields, path);
}

function tableOfFile(role: FileRole, kind: string | undefined): DocumentTable {
  switch (role) {
    case 'settings':
      return settings;
    case 'environment':
      return environment;
    case 'resource': {
      const known = documentKinds.find((one) => one === kind);
      return known === undefined ? resource : tableOf(known);
    }
  }
}
