import { documentTypes } from './document-types-text.ts';
import { rules } from '../../lint/rules.ts';
import { languagePageText } from './language-page-text.ts';
import { rulesPages } from './rules-page-text.ts';
import { schemaFiles } from './schema-texts.ts';
import { settingsPage } from './settings-page-text.ts';
import {
  billOfMaterials,
  commandLineBundle,
  extensionBundle,
  noticesText,
  thirdPartiesIn,
} from './third-party.ts';
import { typesText } from './types-text.ts';
import { validatorFiles } from './validators-text.ts';

/** The texts of all generated files, by path from the root of the repository, sorted. */
export function generatedFiles(root: string): ReadonlyMap<string, string> {
  const parties = thirdPartiesIn(root, commandLineBundle);
  const files: (readonly [string, string])[] = [
    ...rulesPages(rules),
    settingsPage(),
    languagePageText(),
    ['THIRD-PARTY-NOTICES.md', noticesText(parties)],
    ['editors/vscode/THIRD-PARTY-NOTICES.md', noticesText(thirdPartiesIn(root, extensionBundle))],
    ['sbom.cdx.json', billOfMaterials(root, parties)],
    ...schemaFiles(rules),
    ...validatorFiles(),
    documentTypes(root, 'lint'),
    documentTypes(root, 'plan'),
    ['src/kinds/types.gen.ts', typesText()],
  ];
  return new Map(files.sort(([a], [b]) => (a < b ? -1 : 1)));
}
