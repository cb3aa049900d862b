/** The standard variables of OpenTelemetry, as far as they are about sending traces. */
export interface OtlpSettings {
  readonly url: URL;
  /** May hold credentials. */
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  /** Attributes of the resource, with the name of the service. */
  readonly resource: Readonly<Record<string, string>>;
  /** The span that started this run. */
  readonly parent: ParentSpan | undefined;
}

export interface ParentSpan {
  readonly traceId: string;
  readonly spanId: string;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** Sending never takes longer, whatever the variables say: a run does not wait for a collector. */
const mostMs = 3_000;

/** Undefined if nothing is to be sent; `problem` says, as a clause, why a wish cannot be met. */
export function otlpSettings(env: Variables): OtlpSettings | { readonly problem: string } | undefined {
  const given = (name: string): string | undefined => {
    const value = env[name]?.trim();
    return value === '' ? undefined : value;
  };
  const readFrom = (name: string): string => {
    const exact = `OTEL_EXPORTER_OTLP_TRACES_${name}`;
    return given(exact) === undefined ? `OTEL_EXPORTER_OTLP_${name}` : exact;
  };
  const ofTraces = (name: string): string | undefined => given(readFrom(name));
  const endpoint = ofTraces('ENDPOINT');
  const exporter = given('OTEL_TRACES_EXPORTER') ?? 'otlp';
  if (endpoint === undefined || exporter === 'none') return undefined;
  if (given('OTEL_SDK_DISABLED')?.toLowerCase() === 'true') return undefined;
  const parent = parentOf(given('TRACEPARENT'));
  if (parent === 'unsampled') return undefined;
  if (exporter !== 'otlp')
    return { problem: `OTEL_TRACES_EXPORTER is \`${exporter}\`; only \`otlp\` is supported` };
  const protocol = ofTraces('PROTOCOL') ?? 'http/json';
  if (protocol !== 'http/json')
    return { problem: `${readFrom('PROTOCOL')} is \`${protocol}\`; only \`http/json\` is supported` };
  const url = urlOf(given('OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'), endpoint);
  if (url === undefined) return { problem: `${readFrom('ENDPOINT')} is not an http or https URL` };
  const headers = pairs(ofTraces('HEADERS'));
  if (headers === undefined || !Object.entries(headers).every(isHeader))
    return { problem: `${readFrom('HEADERS')} is not a list of \`name=value\`` };
  const attributes = pairs(given('OTEL_RESOURCE_ATTRIBUTES'));
  if (attributes === undefined) return { problem: 'OTEL_RESOURCE_ATTRIBUTES is not a list of `name=value`' };
  const service = given('OTEL_SERVICE_NAME') ?? attributes['service.name'] ?? 'edgewright';
  const asked = Number(ofTraces('TIMEOUT') ?? mostMs);
  const timeoutMs = asked > 0 ? Math.min(asked, mostMs) : mostMs;
  return { url, headers, timeoutMs, resource: { ...attributes, 'service.name': service }, parent };
}

/** The address of traces is used as it is; the general one gets their path. */
function urlOf(exact: string | undefined, general: string): URL | undefined {
  const text = exact ?? `${general.replace(/\/+$/, '')}/v1/traces`;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === ''
    ? url
    : undefined;
}

/** `a=b,c=d`, percent-encoded; undefined for anything else. */
function pairs(text = ''): Readonly<Record<string, string>> | undefined {
  const found: Record<string, string> = {};
  for (const pair of text.split(',').filter((each) => each.trim() !== '')) {
    const at = pair.indexOf('=');
    const name = pair.slice(0, at).trim();
    if (at < 1 || name === '') return undefined;
    try {
      found[decodeURIComponent(name)] = decodeURIComponent(pair.slice(at + 1).trim());
    } catch {
      return undefined;
    }
  }
  return found;
}

function isHeader([name, value]: readonly [string, string]): boolean {
  return /^[A-Za-z0-9!#$%&'*+.^_`|~-]+$/.test(name) && /^[\t\x20-\x7e]*$/.test(value);
}

/** The `traceparent` of W3C Trace Context; one that is not valid is ignored, as that says. */
function parentOf(text = ''): ParentSpan | 'unsampled' | undefined {
  const [, version, traceId = '', spanId = '', flags = '', more] =
    /^([0-9a-f]{2})-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/.exec(text) ?? [];
  if (version === undefined || version === 'ff' || (version === '00' && more !== undefined)) return undefined;
  if (/^0+$/.test(traceId) || /^0+$/.test(spanId)) return undefined;
  return (Number.parseInt(flags, 16) & 1) === 1 ? { traceId, spanId } : 'unsampled';
}
