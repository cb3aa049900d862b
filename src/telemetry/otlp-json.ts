import type { WorkFacts } from '../model/plan/run-observer.ts';

/** A piece of work that has ended. Times are milliseconds since 1970. */
export interface Span {
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

interface Traced {
  readonly traceId: string;
  readonly resource: WorkFacts;
  readonly version: string;
}

const kinds = { internal: 1, client: 3 } as const;

/** The spans as an `ExportTraceServiceRequest` of OTLP in JSON: ids in hex, 64-bit numbers as strings. */
export function otlpJson(spans: readonly Span[], { traceId, resource, version }: Traced): string {
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
