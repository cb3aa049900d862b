import { documentFieldAt } from '../derive/forms/document-fields.ts';
import type { DocumentField, DocumentTable } from '../kinds/documents/document-field.ts';
import { documentKinds, tableOf } from '../kinds/documents/index.ts';
import { environment } from '../kinds/documents/environment.ts';
import { resource } from '../kinds/documents/resource.ts';
import { settings } from '../kinds/documents/settings.ts';
import type { Path } from '../model/value.ts';
import type { FileRole } from './file-role.ts';

/** The field at a path of a file in our document tables; undefined inside a spec, which the API defines. */
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
