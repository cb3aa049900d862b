import { loadTrafficTools } from '../../src/lint/domain/policy/load-traffic-tools.ts';
import type { WriteApi } from '../../src/model/api.ts';
import { inProcessApi, type InProcessOptions } from '../../src/run/session/api/in-process-api.ts';
import { requestLog, type RequestLine } from '../../src/server/http/serve-request.ts';
import type { Outside } from '../../src/server/state/outside.ts';

// Properties lint what they write, without a command that loads them.
await loadTrafficTools(['traffic_policy']);

/** The service behind an API, as a test sees it. */
export interface Service {
  readonly outside: Outside;
  readonly requests: () => readonly RequestLine[];
  readonly close: () => Promise<void>;
}

/** For properties that need thousands of runs; the HTTP layer has tests of its own. */
export function openInProcess(options: InProcessOptions = {}): {
  readonly service: Service;
  readonly api: WriteApi & { readonly close: () => Promise<void> };
} {
  const log = requestLog('bodies');
  const { api, outside } = inProcessApi({ ...options, onRequest: log.add });
  const close = (): Promise<void> => Promise.resolve();
  return { service: { outside, requests: log.lines, close }, api: { ...api, close } };
}
