/** The parts of an endpoint's url. */
export interface ServedUrl {
  readonly scheme: string;
  /** Lower case. */
  readonly host: string;
  readonly port: number;
  /** As it is answered: the default port left out. */
  readonly url: string;
  /** As `hostport` is answered: the port always there. */
  readonly hostport: string;
}

/** No default for tcp: its address is a host and a port. */
const defaultPorts: Readonly<Record<string, number | undefined>> = {
  http: 80,
  https: 443,
  tls: 443,
  tcp: undefined,
};

const form = /^([a-z]+):\/\/(\[[\da-f:.]+\]|[^/:?#\s@[\]]+)(?::(\d{1,5}))?\/?$/i;

/** Reads one of the forms of an endpoint URL: `https://host[:443]`, `http://host[:80]`, `tls://host[:443]`, `tcp://host:port`. */
export function parseServedUrl(text: string): ServedUrl | undefined {
  const [, schemeText = '', hostText = '', portText] = form.exec(text) ?? [];
  const scheme = schemeText.toLowerCase();
  const host = hostText.toLowerCase();
  if (!Object.hasOwn(defaultPorts, scheme)) return undefined;
  const defaultPort = defaultPorts[scheme];
  const port = portText === undefined ? defaultPort : Number(portText);
  if (port === undefined || port < 1 || port > 65_535) return undefined;
  const shown = port === defaultPort ? '' : `:${port}`;
  return { scheme, host, port, url: `${scheme}://${host}${shown}`, hostport: `${host}:${port}` };
}
