import { sensitiveParts, starred } from '../../../derive/secrets/sensitive-parts.ts';
import type { Source } from '../../../model/document.ts';
import { unifiedDiff } from '../../../report/text/diffs.ts';
import { readYaml } from '../../../derive/yaml/read-yaml.ts';

/** The changes of a file as a patch; secrets in it are shown as stars on both sides. */
export function maskedDiff({ path, text: before }: Source, after: string): string {
  return unifiedDiff(path, withoutSecrets({ path, text: before }), withoutSecrets({ path, text: after }));
}

function withoutSecrets(source: Source): string {
  const documents = /\.ya?ml$/.test(source.path) ? readYaml(source).documents : [];
  return starred(source.text, sensitiveParts(source, documents));
}
