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
