import { policyFilesOf } from '../derive/policy/policy-files.ts';
import { formatSource, type ReadDocuments } from '../edit/canonical/format-source.ts';
import { requestTests } from '../kinds/documents/request-test.ts';
import type { Source } from '../model/document.ts';
import type { Workspace } from '../model/workspace/workspace.ts';
import { readYaml } from '../derive/yaml/read-yaml.ts';
import { orderOfGroups } from '../edit/canonical/key-order.ts';

/** The files that resources include as traffic policies, by path; those that cannot be read are findings of lint. */
export function policySourcesOf({ settings, sources, readFile }: Workspace): ReadonlyMap<string, Source> {
  if (settings.trafficPolicy.dialect === 'none') return new Map();
  const read = policyFilesOf(sources.values()).map((path) => readFile(path));
  return new Map(
    read.flatMap((fileRead) =>
      'source' in fileRead ? [[fileRead.source.path, fileRead.source] as const] : [],
    ),
  );
}

/** The text of a file in canonical form; undefined if it has mistakes of YAML. */
export async function formatFile(
  { settings }: Workspace,
  source: Source,
  role: 'resource' | 'policy' | 'test',
): Promise<string | undefined> {
  const before = readYaml(source);
  if (before.diagnostics.length > 0) return undefined;
  const read: ReadDocuments = (changed) => (changed === source ? before : readYaml(changed)).documents;
  if (role === 'test') return formatSource(source, { read, order: orderOfGroups(requestTests.fields) });
  const hasPolicy = role === 'policy' || source.text.includes('traffic_policy');
  if (!hasPolicy || settings.trafficPolicy.dialect === 'none') return formatSource(source, { read });
  const { policyKeyOrder: policy } = await import('../edit/canonical/policy-key-order.ts');
  return formatSource(source, { read, policy, order: role === 'policy' ? policy : undefined });
}
