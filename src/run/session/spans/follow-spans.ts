import { randomBytes } from 'node:crypto';
import type { Io } from '../../../model/io.ts';
import type { RunFollower } from '../open-run.ts';

/** Whether a variable asks for spans: only then their code is loaded. */
function isAsked({ env }: Io): boolean {
  const endpoints = [env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'], env['OTEL_EXPORTER_OTLP_ENDPOINT']];
  return endpoints.some((each) => each !== undefined && each.trim() !== '');
}

/**
 * Records spans of a run, and sends them at its end where the standard variables of OpenTelemetry say; undefined if none
 * does. A collector that is away or slow gives one warning: the run neither fails nor waits for it longer than three
 * seconds.
 */
export async function followSpans(io: Io): Promise<RunFollower | undefined> {
  if (!isAsked(io)) return undefined;
  const { otlpSettings } = await import('../../../remote/telemetry/otlp-settings.ts');
  const settings = otlpSettings(io.env);
  if (settings === undefined) return undefined;
  if ('problem' in settings) {
    io.stderr(`warning: no spans are sent: ${settings.problem}\n`);
    return undefined;
  }
  for (const value of Object.values(settings.headers)) io.secrets?.learn(value);
  const { recordSpans } = await import('../../../remote/telemetry/record-spans.ts');
  const recorder = recordSpans({
    clock: io.clock,
    random: (bytes) => randomBytes(bytes),
    parent: settings.parent,
    clean: io.secrets?.clean ?? ((text) => text),
  });
  return {
    observer: recorder.observer,
    tell: recorder.tell,
    end: async () => {
      const { sendSpans } = await import('./send-spans.ts');
      await sendSpans(io, settings, recorder);
    },
  };
}
