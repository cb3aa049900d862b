import baseline from '../../schemas/baseline.schema.json' with { type: 'json' };
import drift from '../../schemas/drift.schema.json' with { type: 'json' };
import endpoint from '../../schemas/endpoint.schema.json' with { type: 'json' };
import environment from '../../schemas/environment.schema.json' with { type: 'json' };
import events from '../../schemas/events.schema.json' with { type: 'json' };
import httpsRoute from '../../schemas/https-route.schema.json' with { type: 'json' };
import lint from '../../schemas/lint.schema.json' with { type: 'json' };
import notification from '../../schemas/notification.schema.json' with { type: 'json' };
import plan from '../../schemas/plan.schema.json' with { type: 'json' };
import resource from '../../schemas/resource.schema.json' with { type: 'json' };
import settings from '../../schemas/settings.schema.json' with { type: 'json' };
import testResults from '../../schemas/test-results.schema.json' with { type: 'json' };
import test from '../../schemas/test.schema.json' with { type: 'json' };
import tlsEdge from '../../schemas/tls-edge.schema.json' with { type: 'json' };
import traceCorpus from '../../schemas/trace-corpus.schema.json' with { type: 'json' };
import trace from '../../schemas/trace.schema.json' with { type: 'json' };
import trafficPolicy from '../../schemas/traffic-policy.schema.json' with { type: 'json' };
import { policyFilesOf } from '../derive/policy/policy-files.ts';
import { formatSource, type ReadDocuments } from '../edit/canonical/format-source.ts';
import { orderOfGroups } from '../edit/canonical/misplaced-keys.ts';
import { requestTests } from '../kinds/documents/request-test.ts';
import type { Source } from '../model/document.ts';
import type { Workspace } from '../model/workspace.ts';
import { readYaml } from '../workspace/yaml/read-yaml.ts';

/** The files that resources include as traffic policies, by path; those that cannot be read are findings of lint. */
export function policySourcesOf({ settings, sources, readFile }: Workspace): ReadonlyMap<string, Source> {
  if (settings.trafficPolicy.dialect === 'none') return new Map();
  const read = policyFilesOf(sources.values()).map((path) => readFile(path));
  return new Map(read.flatMap((one) => ('source' in one ? [[one.source.path, one.source] as const] : [])));
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

const text = (schema: unknown): string => `${JSON.stringify(schema, null, 2)}\n`;

/** The published schemas, as text. */
export const schemaTexts = {
  resource: text(resource),
  settings: text(settings),
  environment: text(environment),
  endpoint: text(endpoint),
  'tls-edge': text(tlsEdge),
  'https-route': text(httpsRoute),
  'traffic-policy': text(trafficPolicy),
  test: text(test),
  plan: text(plan),
  drift: text(drift),
  events: text(events),
  notification: text(notification),
  trace: text(trace),
  'trace-corpus': text(traceCorpus),
  'test-results': text(testResults),
  lint: text(lint),
  baseline: text(baseline),
};
