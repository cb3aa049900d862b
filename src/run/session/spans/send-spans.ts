import { failureWords } from '../../../remote/http/failure-words.ts';
import { openWebhook } from '../../../remote/http/webhook.ts';
import type { Io } from '../../../model/io.ts';
import { inertLine } from '../../../report/text/inert.ts';
import { otlpJson, type SpanRecorder } from '../../../remote/telemetry/record-spans.ts';
import type { OtlpSettings } from '../../../remote/telemetry/otlp-settings.ts';
import { version } from '../../../version.ts';
import { proxyOf } from '../api/proxy.ts';

/** One attempt: spans are not worth a wait. Never throws. */
export async function sendSpans(io: Io, settings: OtlpSettings, recorder: SpanRecorder): Promise<void> {
  if (io.urgent?.aborted === true) return;
  const { url, headers, timeoutMs, resource } = settings;
  const warn = (reason: string): void =>
    io.stderr(`warning: the spans were not delivered to ${url.origin}: ${inertLine(reason)}\n`);
  try {
    const about = { ...resource, 'service.version': version };
    const text = otlpJson(recorder.spans(), { traceId: recorder.traceId, resource: about, version });
    // After the run a proxy that is not valid has been reported already.
    const collector = openWebhook(url, { clock: io.clock, proxy: proxyOf(io), timeoutMs, headers });
    try {
      const posted = await collector.post(io.secrets?.clean(text) ?? text);
      if (posted.status === undefined) warn(failureWords(posted));
      else if (posted.status < 200 || posted.status > 299) warn(`it returned ${posted.status}`);
    } finally {
      await collector.close();
    }
  } catch (error) {
    warn(`unexpected ${(error as Error).name}`);
  }
  const dropped = recorder.dropped();
  if (dropped > 0) io.stderr(`note: ${dropped} spans were left out: a run sends 5,000 at most\n`);
}
