import { randomBytes } from 'node:crypto';
import { redirect } from '../../cli/redirect.ts';
import type { Io } from '../../../model/io.ts';
import type { RunEvent } from '../../../model/plan/run-event.ts';
import type { WorkFacts } from '../../../model/plan/run-observer.ts';
import { observedBy } from '../observe.ts';

/** Whether a variable asks for spans: only then their code is loaded. */
function isAsked({ env }: Io): boolean {
  const endpoints = [env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'], env['OTEL_EXPORTER_OTLP_ENDPOINT']];
  return endpoints.some((each) => each !== undefined && each.trim() !== '');
}

/**
 * Does the work of a command inside a span, and then sends the spans where the standard variables of OpenTelemetry say.
 * A collector that is away or slow gives one warning: the run neither fails nor waits for it longer than three seconds.
 */
export async function withSpans(
  io: Io,
  facts: WorkFacts,
  work: (io: Io) => Promise<number>,
): Promise<number> {
  if (!isAsked(io)) return work(io);
  const { otlpSettings } = await import('../../../remote/telemetry/otlp-settings.ts');
  const settings = otlpSettings(io.env);
  if (settings === undefined) return work(io);
  if ('problem' in settings) {
    io.stderr(`warning: no spans are sent: ${settings.problem}\n`);
    return work(io);
  }
  for (const value of Object.values(settings.headers)) io.secrets?.learn(value);
  const { recordSpans } = await import('../../../remote/telemetry/record-spans.ts');
  const recorder = recordSpans({
    clock: io.clock,
    random: (bytes) => randomBytes(bytes),
    parent: settings.parent,
    clean: io.secrets?.clean ?? ((text) => text),
  });
  const tell = (event: RunEvent): void => {
    recorder.tell(event);
    io.tell?.(event);
  };
  const followed = redirect(observedBy(io, recorder.observer), { tell });
  try {
    return await recorder.observer.within('run', facts, () => work(followed));
  } finally {
    const { sendSpans } = await import('./send-spans.ts');
    await sendSpans(io, settings, recorder);
  }
}
