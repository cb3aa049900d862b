import type { Clock, Env, RunObserver, WorkFacts } from '../../model/io.ts';
import type { RunEvent } from '../../model/plan/run-event.ts';
import type { ParentSpan } from './otlp-settings.ts';

const kinds = { internal: 1, client: 3 } as const;

/** A run with many thousand steps must not fill the memory, nor a collector. */
const mostSpans = 5_000;

export interface SpanRecorder {
  readonly traceId: string;
  readonly observer: RunObserver & Required<Pick<RunObserver, 'within'>>;
  readonly tell: (event: RunEvent) => void;
  readonly spans: () => readonly Span[];
  /** The number of spans beyond the limit. */
  readonly dropped: () => number;
}

interface SpanContext extends Env {
  readonly parent: ParentSpan | undefined;
  /** Removes secrets from the message of an error. */
  readonly clean: (text: string) => string;
}

/** Records pieces of work, steps and writes. Pieces of work end in the reverse order of their beginnings. */
export function recordSpans({ clock, random, parent, clean }: SpanContext): SpanRecorder {
  const id = (bytes: number): string => Buffer.from(random(bytes)).toString('hex');
  const now = (): number => timeOf(clock);
  const spans: Span[] = [];
  const open: string[] = parent === undefined ? [] : [parent.spanId];
  const steps = new Map<string, { readonly start: number; readonly parentId: string | undefined }>();
  let dropped = 0;
  const add = (span: Span): void => {
    if (spans.length < mostSpans) spans.push(span);
    else dropped++;
  };
  const within = async <Result>(
    name: string,
    facts: WorkFacts,
    work: () => Promise<Result>,
  ): Promise<Result> => {
    const parentId = open.at(-1);
    const spanId = id(8);
    const start = now();
    open.push(spanId);
    const end = (error?: string): void => {
      open.splice(open.indexOf(spanId), 1);
      add({ name, spanId, parentId, kind: 'internal', start, end: now(), facts, error });
    };
    try {
      const result = await work();
      const code = name === 'run' && typeof result === 'number' ? result : 0;
      end(code === 0 || code === 2 ? undefined : `exit code ${code}`);
      return result;
    } catch (error) {
      end(clean(error instanceof Error ? error.message : String(error)).slice(0, 300));
      throw error;
    }
  };
  return {
    traceId: parent?.traceId ?? id(16),
    observer: {
      within,
      exchanged: ({ method, template, attempt, status, milliseconds }) => {
        // Reads are many and alike; the span around them has their time.
        if (method === 'GET') return;
        const end = now();
        add({
          name: `${method} ${template}`,
          spanId: id(8),
          parentId: open.at(-1),
          kind: 'client',
          start: end - milliseconds,
          end,
          facts: {
            'http.request.method': method,
            'url.template': template,
            'http.response.status_code': status,
            'http.request.resend_count': attempt > 1 ? attempt - 1 : undefined,
          },
          error: status === undefined ? 'no response' : status >= 400 ? `status ${status}` : undefined,
        });
      },
    },
    tell: (event) => {
      if (event.event === 'step-started')
        steps.set(event.step.address, { start: now(), parentId: open.at(-1) });
      if (event.event !== 'step-ended') return;
      const { address, action, status } = event.outcome;
      const begun = steps.get(address);
      if (begun === undefined) return;
      const isBad = status === 'failed' || status === 'unknown';
      const facts = {
        'edgewright.address': address,
        'edgewright.action': action,
        'edgewright.status': status,
      };
      const times = { start: begun.start, end: now(), parentId: begun.parentId };
      const error = isBad ? status : undefined;
      add({ name: `${action} ${address}`, spanId: id(8), kind: 'internal', ...times, facts, error });
    },
    spans: () => spans,
    dropped: () => dropped,
  };
}

function timeOf(clock: Clock): number {
  return clock.now().getTime();
}

/** A piece of work that has ended. Times are milliseconds since 1970. */
interface Span {
  readonly name: string;
  readonly spanId: string;
  readonly parentId: string | undefined;
  /** `client`: a request to another service. */
  readonly kind: 'internal' | 'client';
  readonly start: number;
  readonly end: number;
  readonly facts: WorkFacts;
  /** Set if it failed. */
  readonly error?: string | undefined;
}

interface TraceFacts {
  readonly traceId: string;
  readonly resource: WorkFacts;
  readonly version: string;
}

/** The spans as an `ExportTraceServiceRequest` of OTLP in JSON: ids in hex, 64-bit numbers as strings. */
export function otlpJson(spans: readonly Span[], { traceId, resource, version }: TraceFacts): string {
  const scope = { name: 'edgewright', version };
  const all = spans.map((span) => spanTree(span, traceId));
  return JSON.stringify({
    resourceSpans: [
      { resource: { attributes: attributesOf(resource) }, scopeSpans: [{ scope, spans: all }] },
    ],
  });
}

function spanTree({ name, spanId, parentId, kind, start, end, facts, error }: Span, traceId: string): object {
  return {
    traceId,
    spanId,
    parentSpanId: parentId,
    name,
    kind: kinds[kind],
    startTimeUnixNano: nanoseconds(start),
    endTimeUnixNano: nanoseconds(Math.max(start, end)),
    attributes: attributesOf(facts),
    status: error === undefined ? {} : { code: 2, message: error },
  };
}

function attributesOf(facts: WorkFacts): readonly object[] {
  return Object.entries(facts).flatMap(([key, value]) => {
    if (value === undefined) return [];
    const shown =
      typeof value === 'string' ? { stringValue: value } : { intValue: String(Math.round(value)) };
    return [{ key, value: shown }];
  });
}

function nanoseconds(milliseconds: number): string {
  return String(BigInt(Math.round(milliseconds * 1000)) * 1000n);
}
